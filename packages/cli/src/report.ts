import type { AppliedFix, Diagnostic } from "@trilho/engine";
import { toSarif } from "@trilho/engine/formats";
import { printJson } from "./command.ts";
import type { TextPlace } from "./files/read-yaml.ts";
import type { Io } from "./io.ts";
import { isYaml, placesOf } from "./source.ts";
import { columns, counted, paintFor } from "./style.ts";
import { VERSION } from "./version.ts";

/** What was found in a file. `base` is the JSON Pointer of what the problems' paths lead into. */
export interface Reported {
  readonly source: { readonly name: string; readonly path: string; readonly text: string; readonly base: string };
  readonly valid: boolean;
  readonly problems: Diagnostic[];
  readonly truncated: boolean;
  readonly applied: readonly AppliedFix[];
}

export const FORMATS = ["human", "json", "sarif"] as const;

/** Tells what was found in some files. */
export const tell = (format: (typeof FORMATS)[number], files: readonly Reported[], io: Io): void =>
  REPORTERS[format](files, io);

const REPORTERS: Readonly<Record<(typeof FORMATS)[number], (files: readonly Reported[], io: Io) => void>> = {
  human: reportHuman,
  json: (files, io) =>
    printJson(
      files.map(({ source: { name }, valid, problems, truncated, applied }) => ({
        file: name,
        valid,
        problems,
        truncated,
        ...(applied.length > 0 && { applied }),
      })),
      io,
    ),
  sarif: (files, io) =>
    printJson(
      toSarif(
        files.map(({ source: { path, text, base }, problems }) => ({
          problems,
          base,
          ...(!isYaml(path) && { text }),
          ...(path !== "-" && { uri: path.replaceAll("\\", "/") }),
        })),
        { version: VERSION },
      ),
      io,
    ),
};

function reportHuman(files: readonly Reported[], io: Io): void {
  const paint = paintFor(io.colors);
  for (const { source, problems, truncated, applied } of files) {
    if (problems.length + applied.length === 0) continue;
    io.out(`${paint("underline", source.name)}\n`);
    for (const { fix, problem } of applied) io.out(`  ${paint("green", "fixed")}  ${fix.title}: ${problem.message}\n`);
    const found = inReadingOrder(source, problems);
    const rows = found.map(({ place, problem }) => [`${place.line}:${place.column}`, problem.severity, ""]);
    columns(rows).forEach((row, index) => {
      const problem = found[index]?.problem;
      if (!problem) return;
      const colored = row.replace(
        problem.severity,
        paint(problem.severity === "error" ? "red" : "yellow", problem.severity),
      );
      io.out(`  ${colored}${problem.message}  ${paint("dim", problem.code)}\n`);
    });
    if (truncated) io.out("  and more\n");
    io.out("\n");
  }
  if (files.length > 0) io.out(`${summary(files)}\n`);
}

/** Problems as they stand in the file, from top to bottom. */
function inReadingOrder(
  source: Reported["source"],
  problems: readonly Diagnostic[],
): { place: TextPlace; problem: Diagnostic }[] {
  const placeOf = placesOf(
    source,
    problems.map(({ path }) => path),
  );
  return problems
    .map((problem) => ({ place: placeOf(problem.path), problem }))
    .toSorted(({ place: a }, { place: b }) => a.line - b.line || a.column - b.column);
}

function summary(files: readonly Reported[]): string {
  const problems = files.flatMap((each) => each.problems);
  const where = counted(files.length, "file");
  if (problems.length === 0) return `No problems in ${where}.`;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return `${counted(errors, "error")}, ${counted(problems.length - errors, "warning")} in ${where}.`;
}
