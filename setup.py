"""Compiles the modules named in ``ludo_env/_build.py`` with mypyc; the rest is in pyproject.toml.

Without a working C compiler, or with LUDO_INTERPRETED=1, the package is built as plain Python.
"""

import runpy
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, PlatformError

# Read by path: importing ludo_env would import packages that are not installed yet.
BUILD = runpy.run_path(str(Path(__file__).with_name("ludo_env") / "_build.py"))

WITHOUT = "ludicrous-ludo: {reason}: building plain Python, which plays far slower."

ERRORS = Path("build", "errors.h")
"""Beside the generated C; it is included before anything else."""

# Reporting an error is rare. Told so, the compiler moves what leads there out of the way: half of
# the code, between the half that runs, would take room in the processor's cache.
RARE = """
#include <Python.h>
#define RARE __attribute__((cold))
PyAPI_FUNC(void) PyErr_SetNone(PyObject *) RARE;
PyAPI_FUNC(void) PyErr_SetString(PyObject *, const char *) RARE;
void CPy_TypeError(const char *, PyObject *) RARE;
void CPy_AddTraceback(const char *, const char *, int, PyObject *) RARE;
void CPy_TypeErrorTraceback(
    const char *, const char *, int, PyObject *, const char *, PyObject *) RARE;
void CPy_AttributeError(
    const char *, const char *, const char *, const char *, int, PyObject *) RARE;
"""

# Taken before mypyc reads the sources, so that an edit during the build counts as stale.
HASHES = BUILD["hashes"]()


def compiler_works() -> bool:
    """Whether an extension could be compiled: a C compiler and Python's headers are there."""
    import distutils.ccompiler
    import distutils.sysconfig

    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n", encoding="utf-8")
        try:
            compiler = distutils.ccompiler.new_compiler()
            distutils.sysconfig.customize_compiler(compiler)
            include = [sysconfig.get_path("include")]
            compiler.compile([str(probe)], output_dir=folder, include_dirs=include)
        except (CompileError, PlatformError, OSError):
            return False
    return True


def extensions() -> list[Any]:
    """The compiled modules and their shared library; none where the sources shall run."""
    if not HASHES:
        return []
    reason = None
    if BUILD["interpreted"]():
        reason = "LUDO_INTERPRETED is set"
    elif not compiler_works():
        reason = "no working C compiler with Python's headers"
    if reason:
        print(WITHOUT.format(reason=reason), file=sys.stderr)
        return []
    from mypyc.build import mypycify

    made = mypycify(
        ["--config-file=mypyc.ini", *HASHES],
        # Level 3 makes more code: a few instructions less, but more of them not in the cache.
        opt_level="2",
        debug_level="0",
        group_name=BUILD["GROUP"],
    )
    ERRORS.write_text(RARE, encoding="utf-8")
    for extension in made:
        # A newer compiler may warn about generated code; that must not stop an installation.
        extension.extra_compile_args = [a for a in extension.extra_compile_args if a != "-Werror"]
        extension.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
        # Else a change anywhere makes a batch of plain Ludo up to 7 % slower elsewhere, by chance.
        extension.extra_compile_args += ["-falign-functions=32", "-falign-loops=32"]
        extension.extra_compile_args += ["-include", str(ERRORS)]
    return made


class BuildTracked(build_ext):
    """Builds as usual, clears what an earlier build left, and notes what a checkout now holds."""

    def run(self) -> None:
        """Compile, remove modules that the table has ceased to name, write the manifest."""
        super().run()
        for root in [Path(self.build_lib), *([BUILD["ROOT"]] if self.inplace else [])]:
            for path in BUILD["orphans"](root):
                path.unlink()
        if self.inplace and self.extensions:
            BUILD["write_manifest"](HASHES)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildTracked})
