import { DAY_MS } from "@trilho/engine";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { MAX_WORKERS, readPort } from "./config.ts";
import { ConfigError, inParts } from "./parts.ts";

/** What the program was called for. Instants are Unix ms. */
export type Command =
  | { kind: "help" }
  | { kind: "version" }
  | { kind: "serve"; args: string[] }
  /** Null takes the configuration's. */
  | { kind: "work"; concurrency: number | null; healthPort: number | null }
  | {
      kind: "createKey";
      workspace: string;
      member: string;
      name: string;
      expiresAt: number | null;
      mode: "live" | "test";
    }
  | { kind: "listKeys"; workspace: string | null }
  | { kind: "revokeKey"; id: string }
  | { kind: "pauseRuns"; target: PauseTarget; isPaused: boolean }
  | { kind: "listCalendars" }
  /** With an absolute path: a running server may have another folder to start from. */
  | { kind: "backup"; file: string }
  | { kind: "restore"; file: string }
  | { kind: "findRequests"; requestId: string };

/** Whose runs: an automation by its id, a workspace by its slug, or all there are. */
export type PauseTarget = { kind: "automation" | "workspace"; name: string } | { kind: "server" };

/** Reads the arguments; without a command of their own they are those of `serve`. Throws a `ConfigError`. */
export function readCommand(given: readonly string[], now: number): Command {
  // pnpm hands a "--" between script and arguments on.
  const args = given.filter((argument) => argument !== "--");
  if (args.includes("--help") || args.includes("-h")) return { kind: "help" };
  if (args[0] === "--version" || args[0] === "-v") return { kind: "version" };
  const [first = "serve", ...rest] = args;
  if (first === "keys") return readKeys(rest, now);
  if (first === "work") return readWork(rest);
  if (first === "runs") return readRuns(rest);
  if (first === "calendars") return nothingMore(rest, "calendars", { kind: "listCalendars" });
  if (first === "backup" || first === "restore") return { kind: first, file: resolve(only(rest, first, "FILE")) };
  if (first === "requests") return { kind: "findRequests", requestId: only(rest, "requests", "REQUEST-ID") };
  return { kind: "serve", args: first === "serve" ? rest : args };
}

function readKeys([action = "", ...args]: readonly string[], now: number): Command {
  if (action === "revoke") return { kind: "revokeKey", id: only(args, "keys revoke", "ID") };
  if (action === "list") return { kind: "listKeys", workspace: options(args, ["workspace"]).workspace ?? null };
  if (action !== "create") throw wrong(`keys takes create, list or revoke${action && `, not "${action}"`}`);
  const { workspace, member, name, expires, test } = options(
    args,
    ["workspace", "member", "name", "expires"],
    ["test"],
  );
  return inParts((part) => ({
    kind: "createKey",
    workspace: part(() => needed(workspace, "workspace", "the workspace's slug")),
    member: part(() => needed(member, "member", "the member's e-mail")),
    name: part(() => needed(name, "name", "what the key is for")),
    expiresAt: part(() => (expires === undefined ? null : readExpiry(expires, now))),
    mode: test ? "test" : "live",
  }));
}

function readRuns([action = "", ...args]: readonly string[]): Command {
  if (action !== "pause" && action !== "resume") {
    throw wrong(`runs takes pause or resume${action && `, not "${action}"`}`);
  }
  const { automation, workspace, all = false } = options(args, ["automation", "workspace"], ["all"]);
  if ([automation, workspace, all || undefined].filter((given) => given !== undefined).length !== 1) {
    throw wrong(`runs ${action} takes one of --automation ID, --workspace SLUG and --all`);
  }
  const isPaused = action === "pause";
  if (all) return { kind: "pauseRuns", target: { kind: "server" }, isPaused };
  const kind = automation === undefined ? "workspace" : "automation";
  return { kind: "pauseRuns", target: { kind, name: needed(automation ?? workspace, kind, "whose runs") }, isPaused };
}

function readWork(args: readonly string[]): Command {
  const { concurrency, "health-port": port } = options(args, ["concurrency", "health-port"]);
  return inParts((part) => ({
    kind: "work",
    concurrency: part(() => readConcurrency(concurrency)),
    healthPort: part(() => (port === undefined ? null : readPort("--health-port", port))),
  }));
}

function readConcurrency(concurrency: string | undefined): number | null {
  if (concurrency === undefined) return null;
  if (/^[1-9]\d?$/.test(concurrency) && Number(concurrency) <= MAX_WORKERS) return Number(concurrency);
  throw wrong(`--concurrency takes a number from 1 to ${MAX_WORKERS}, not "${concurrency}"`);
}

function options(args: readonly string[], names: readonly string[], flags: readonly string[] = []) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: "string" } as const])),
        ...Object.fromEntries(flags.map((name) => [name, { type: "boolean" } as const])),
      },
      strict: true,
    });
    return values as Partial<
      Record<"workspace" | "member" | "name" | "automation" | "expires" | "concurrency" | "health-port", string>
    > & {
      test?: boolean;
      all?: boolean;
    };
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? "") : String(error));
  }
}

function needed(value: string | undefined, name: string, what: string): string {
  if (value === undefined || value.trim() === "") throw wrong(`--${name} is missing: ${what}`);
  return value.trim();
}

function only([first, ...more]: readonly string[], command: string, what: string): string {
  if (first === undefined || first.startsWith("-") || more.length > 0) throw wrong(`Usage: trilho ${command} ${what}`);
  return first;
}

function nothingMore(more: readonly string[], name: string, command: Command): Command {
  if (more.length > 0) throw wrong(`Usage: trilho ${name}`);
  return command;
}

/** `90d`, a date (its end, UTC) or an instant; in the future. */
function readExpiry(text: string, now: number): number {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
  const at = days === undefined ? instantOf(text) : now + Number(days) * DAY_MS;
  if (Number.isNaN(at)) {
    throw wrong(`--expires takes days such as 90d, a date such as 2027-01-31 or an instant, not "${text}"`);
  }
  if (at <= now) throw wrong(`--expires must be in the future, not "${text}"`);
  return at;
}

function instantOf(text: string): number {
  const [, date = "", time = "T23:59:59Z"] = /^(\d{4}-\d\d-\d\d)(T.*(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const midnight = new Date(`${date}T00:00:00Z`);
  // Dates that no month has are read as ones of the next month.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  return exists ? Date.parse(date + time) : NaN;
}

const wrong = (message: string): ConfigError => new ConfigError(`${message}. See --help.`);
