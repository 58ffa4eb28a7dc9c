import { parseArgs } from "node:util";

/** Exit codes: 0 all is well, 1 problems were found, 2 the command or a file could not be understood. */
export const EXIT = { ok: 0, problems: 1, usage: 2, /** Of `plan --detailed-exitcode`. */ changes: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command that was not understood. */
export class UsageError extends Error {}

type Options = Readonly<Record<string, { type: "string"; default?: string } | { type: "boolean"; default: boolean }>>;

/** The values of options: those without a default may be missing. */
type Values<T extends Options> = {
  -readonly [Name in keyof T]: T[Name] extends { type: "boolean" }
    ? boolean
    : T[Name] extends { default: string }
      ? string
      : string | undefined;
};

/** Reads a command's arguments. Throws `UsageError`. */
export function readArgs<const T extends Options>(args: readonly string[], options: T) {
  return parse(args, options) as { values: Values<T>; positionals: string[] };
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_")) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

/** One of several allowed values. Throws `UsageError`. */
export function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${option} must be one of ${allowed.join(", ")}, not “${value}”.`);
  return found;
}

/** A whole number of at least 0; undefined where the option is not given. Throws `UsageError`. */
export function wholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new UsageError(`--${option} must be a whole number, not “${value}”.`);
  return number;
}

export const HELP = `Usage: trilho <command> [options] FILE...

Commands
  validate FILE...       find every problem of automation graphs
  check FOLDER           find the problems of all automations in it, and what they do to each other
  simulate FILE...       run them on a virtual clock, once or as a cohort
  paths FILE...          count paths; find scenarios that take every edge, and edges that no run takes
  diff BEFORE AFTER      tell what differs, and which runs take another path
  pull [FOLDER]          write a workspace's automations, and what they name, as files
  plan [FOLDER]          tell what differs between the files and a workspace
  apply [FOLDER]         make a workspace what the files say
  schema NAME            print the JSON Schema of such a file: automation or workspace
  fmt FILE...            write them in the standard form
  mermaid FILE...        draw them as Mermaid flowcharts
  svg FILE               draw it as an SVG picture

FILE holds a graph definition, an automation with a “graphDefinition”, or an answer of the API; “-” is standard input.
FOLDER holds automations/*.yaml and workspace.yaml, as “pull” writes them.

validate
  --format human|json|sarif   how to report (human)
  --lang en|pt-BR             the language of messages (en)
  --fix                       first apply fixes that lose nothing, and write the files
  --max-warnings N            more warnings than N count as a problem
  --max-nodes N, --max-waits N, --max-edges N   other limits than 50, 30 and none

check
  --format human|json|sarif   how to report (human)
  --lang en|pt-BR             the language of messages (en)
  --pipelines FILE            an answer of GET /pipelines: without it nobody knows which stages win and lose deals

simulate
  --format human|json         how to report (human)
  --lang en|pt-BR             the language of reasons and errors (en)
  --scenario FILE             start, facts and outcomes; one scenario or a list of them
  --start INSTANT             when the run starts, ISO 8601 (now)
  --cohort N                  simulate N runs and count what they do
  --model FILE                what the cohort's deals are like
  --seed TEXT                 another luck

paths
  --format human|json         how to report (human)
  --model FILE                how likely replies, failures and branches are

diff
  --format human|json         how to report (human)

pull, plan, apply
  --url URL                   where the service is (TRILHO_URL)
  --key KEY                   an API key of the workspace; better kept in TRILHO_API_KEY

plan
  --format human|json|github  how to report (human)
  --detailed-exitcode         2 where there is anything to do

apply
  --yes                       do not ask
  --overwrite                 take the files where the workspace was changed since
  --note TEXT                 for the histories of what is published

fmt
  --check                     only tell which files are not in the standard form
  --write                     write the files instead of printing them

Exit codes: 0 all is well; 1 problems, differences or files to format; 2 bad usage or unreadable input.
`;
