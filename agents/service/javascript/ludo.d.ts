/** The types of ludo.js. What the messages mean is in docs/protocol.md. */

export type Colour = "yellow" | "blue" | "red" | "green";
export type DiceMode = "client" | "service" | "commit";
export type Code =
  | "bad_json"
  | "bad_request"
  | "unknown_rules"
  | "unknown_bot"
  | "bad_option"
  | "bad_state"
  | "not_your_decision"
  | "illegal_action"
  | "stale"
  | "busy"
  | "too_large"
  | "internal";
/** A state token, or a state or a seat view as JSON. */
export type State = string | Record<string, unknown>;

export interface OptionInfo {
  name: string;
  type: "flag" | "whole" | "number" | "text";
  default: boolean | number | string;
  help: string;
  low?: number;
  high?: number;
  choices?: string[];
}

export interface BotInfo {
  name: string;
  summary: string;
  games: ("plain" | "full")[];
  /** The rule sets that it plays, where it plays no others. */
  rules?: string[];
  /** Of a level, 1 for the weakest. */
  level?: number;
  options?: OptionInfo[];
}

export interface RulesInfo {
  name: string;
  game: "plain" | "full";
  summary: string;
  /** Of the full game: what is played. */
  modules?: string[];
}

export interface ClassInfo {
  name: string;
  summary: string;
}

/** Who is there, and what may be asked for: the reply to `hello`. */
export interface Welcome {
  type: "hello";
  proto: number;
  engine: { name: string; version: string };
  rulesets: RulesInfo[];
  /** The classes of the parties of a full game. */
  classes: ClassInfo[];
  bots: BotInfo[];
  dice: DiceMode[];
}

export interface Action {
  index: number;
  text: string;
  words?: string;
}

export interface Choice {
  seat: Colour;
  kind: string;
  actions: Action[];
  /** Milliseconds until the session is closed if nothing comes. */
  deadline: number;
  /** Of a discreet session, which does not tell the actions: how many there are. */
  count?: number;
}

export interface Chance {
  dice: { sides: number; reason: string }[];
  deadline: number;
  /** Whose die it is, where it is known. */
  seat?: Colour;
  /** 1: of two dice the higher counts; -1: the lower. */
  advantage?: 1 | -1;
  /** The action that waits for the dice. */
  after?: Action;
  /** What it shows is for its party alone. */
  secret?: boolean;
}

export interface Over {
  places: Partial<Record<Colour, number>>;
  rewards: Partial<Record<Colour, number>>;
  truncated?: boolean;
  /** What the commitment was to. */
  secret?: string;
}

export interface GameEvent {
  event: string;
  seat: Colour | null;
  words?: string;
  [detail: string]: unknown;
}

/** A text must come, which nobody could know when `commit` was told. */
export interface Entropy {
  deadline: number;
}

/** What has happened, and what is waited for: one of `choice`, `chance`, `entropy`, `over`. */
export interface Awaiting {
  type: "awaiting";
  session: string;
  seq: number;
  key?: string;
  events?: GameEvent[];
  choice?: Choice;
  chance?: Chance;
  entropy?: Entropy;
  over?: Over;
  rules?: string;
  seats?: Colour[];
  commit?: string;
}

export interface Decision {
  type: "decision";
  key: string;
  action: Action;
  ms: number;
  ranked?: { index: number; text: string; value: number }[];
  value?: Partial<Record<Colour, number>>;
  /** The limit that ended the search, if one did; one of the bot's own, too. */
  limit?: "ms" | "nodes";
  stopped?: boolean;
  /** Whether another bot decided, because the one that was asked gave no answer. */
  fallback?: boolean;
}

export interface Decide {
  seat: Colour;
  bot: string;
  state?: State;
  session?: string;
  rules?: string;
  options?: Record<string, boolean | number | string>;
  limit?: { ms?: number; nodes?: number };
  seed?: number;
  want?: ("ranked" | "value")[];
  /** Makes the bot answer at once, with the best that it has found. */
  signal?: AbortSignal;
}

export interface NewGame {
  rules?: string;
  players?: 2 | 3 | 4;
  state?: State;
  dice?: DiceMode;
  seed?: number;
  auto_pass?: boolean;
  words?: boolean;
  /** Answers tell only what is open to all. */
  discreet?: boolean;
}

export interface Reply {
  type: string;
  [field: string]: unknown;
}

/** A line of a record: the object, or its text. */
export type RecordLine = string | Record<string, unknown>;

/** What a seat sees, see "Frontends for people" in docs/protocol.md. */
export interface SeenBoard {
  type: "board";
  session: string;
  seq: number;
  decisions: number;
  at?: number;
  board: Record<string, unknown>;
}

export class Refused extends Error {
  code: Code;
  reply: Reply;
}

export class Gone extends Error {}

export function connect(
  address: string,
  options?: { WebSocket?: new (address: string) => WebSocket },
): Promise<Client>;

/** Node alone: start a program that speaks the protocol, such as `start("ludo", "bot")`. */
export function start(command: string, ...args: string[]): Promise<Client>;

export class Client {
  constructor(socket: Pick<WebSocket, "readyState" | "send" | "close">);
  onnotice: (reply: Reply) => void;
  onlost: () => void;
  ask(type: "hello", fields?: { proto?: number; client?: string }): Promise<Welcome>;
  ask(type: string, fields?: Record<string, unknown>): Promise<Reply>;
  decide(fields: Decide): Promise<Decision>;
  newGame(fields?: NewGame): Promise<Session>;
  load(lines: RecordLine[], fields?: { dice?: "client" | "service" }): Promise<Session>;
  close(): void;
}

export class Session {
  readonly client: Client;
  readonly name: string;
  /** The first answer, which alone has `rules`, `seats` and `commit`. */
  readonly opening: Awaiting;
  awaiting: Awaiting;
  readonly over: boolean;
  /** What `giveEntropy` gave: with `opening.commit`, the secret and the record it proves the dice. */
  readonly entropy?: string;
  act(action: number | string): Promise<Awaiting>;
  roll(...dice: number[]): Promise<Awaiting>;
  giveEntropy(text?: string): Promise<Awaiting>;
  undo(...seats: Colour[]): Promise<Awaiting>;
  board(fields?: { seat?: Colour | "all"; since?: number; at?: number }): Promise<SeenBoard>;
  letBotAct(bot: string, fields?: Partial<Decide>): Promise<Decision>;
  state(seat?: Colour): Promise<State>;
  record(): Promise<Record<string, unknown>[]>;
  close(): Promise<Reply>;
}
