import type { Locale } from "@trilho/engine";
import { en } from "@trilho/engine";
import { ptBR } from "@trilho/engine/messages/pt-BR";
import type { Io } from "./io.ts";
import { readSource, UnreadableError } from "./source.ts";
import type { Source } from "./source.ts";
import { EXIT, oneOf, UsageError } from "./usage.ts";
import type { ExitCode } from "./usage.ts";

/** A command: takes its arguments and answers with its exit code. */
export type Command = (args: readonly string[], io: Io) => Promise<ExitCode>;

/** Reads every file that can be read; the others are told on standard error. Throws `UsageError` where none is named. */
export async function readSources(paths: readonly string[], io: Io): Promise<{ sources: Source[]; code: ExitCode }> {
  if (paths.length === 0) throw new UsageError("Name at least one FILE, or “-” for standard input.");
  if (paths.filter((path) => path === "-").length > 1) throw new UsageError("Standard input can be read only once.");
  const sources: Source[] = [];
  let code: ExitCode = EXIT.ok;
  for (const path of paths) {
    try {
      sources.push(await readSource(path, io));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      io.err(`${error.message}\n`);
      code = EXIT.usage;
    }
  }
  return { sources, code };
}

/** The worse of two exit codes. */
export function worse(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

/** The language asked for. */
export function localeOf(lang: string): Locale {
  return { en, "pt-BR": ptBR }[oneOf("lang", lang, ["en", "pt-BR"])];
}

/** Prints JSON as this tool writes it everywhere: two spaces, whole numbers of any size as text. */
export function printJson(value: unknown, io: Io): void {
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part), 2);
  io.out(`${text}\n`);
}
