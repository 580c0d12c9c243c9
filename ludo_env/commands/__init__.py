"""The commands of ``ludo``, one module each.

A command module has ``HELP`` (one line), ``add_arguments(parser)`` and ``run(args) -> exit code``.
It raises `LudoError` for bad input, and imports what is heavy only when it runs. Modules with a
leading underscore are no commands.
"""
