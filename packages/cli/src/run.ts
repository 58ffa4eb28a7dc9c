import type { Command } from "./command.ts";
import { apply } from "./commands/apply.ts";
import { check } from "./commands/check.ts";
import { diff } from "./commands/diff.ts";
import { fmt } from "./commands/fmt.ts";
import { mermaid } from "./commands/mermaid.ts";
import { paths } from "./commands/paths.ts";
import { plan } from "./commands/plan.ts";
import { pull } from "./commands/pull.ts";
import { schema } from "./commands/schema.ts";
import { simulate } from "./commands/simulate.ts";
import { svg } from "./commands/svg.ts";
import { validate } from "./commands/validate.ts";
import type { Io } from "./io.ts";
import { UnreadableError } from "./source.ts";
import { EXIT, HELP, UsageError } from "./usage.ts";
import type { ExitCode } from "./usage.ts";
import { VERSION } from "./version.ts";

export { nodeIo } from "./io.ts";
export type { Io } from "./io.ts";
export type { ExitCode } from "./usage.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  validate,
  check,
  simulate,
  paths,
  diff,
  pull,
  plan,
  apply,
  schema,
  fmt,
  mermaid,
  svg,
};

/**
 * Runs a command line, without the program's name: `run(["validate", "welcome.json"], nodeIo())`. Answers with the exit
 * code: 0 all is well, 1 problems, 2 bad usage or unreadable input. Throws only what is a fault of this program.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name = "", ...args] = argv;
  if (name === "--version" || name === "-v") return print(`${VERSION}\n`, io);
  if (name === "--help" || name === "-h" || name === "help" || args.some(isHelp)) return print(HELP, io);
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(name === "" ? "Name a command." : `There is no command “${name}”.`);
    return await command(args, io);
  } catch (error) {
    if (error instanceof UnreadableError) io.err(`${error.message}\n`);
    else if (error instanceof UsageError) io.err(`${error.message}\nSee trilho --help.\n`);
    else throw error;
    return EXIT.usage;
  }
}

function isHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

function print(text: string, io: Io): ExitCode {
  io.out(text);
  return EXIT.ok;
}
