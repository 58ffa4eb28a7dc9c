import { applyFixes, validateGraph } from "@trilho/engine";
import type { AppliedFix, Diagnostic, JsonValue, ValidateOptions, ValidationReport } from "@trilho/engine";
import { toSarif } from "@trilho/engine/formats";
import { liquidRules } from "@trilho/engine/liquid";
import { localeOf, printJson, readSources, worse } from "../command.ts";
import type { Command } from "../command.ts";
import { standardForm } from "../form.ts";
import type { Io } from "../io.ts";
import { lossIn } from "../lossless.ts";
import { placesOf, withDefinition } from "../source.ts";
import type { Source, TextPlace } from "../source.ts";
import { columns, counted, paintFor } from "../style.ts";
import { EXIT, oneOf, readArgs, UsageError, wholeNumber } from "../usage.ts";
import { VERSION } from "../version.ts";

interface Checked {
  source: Source;
  report: ValidationReport;
  applied: readonly AppliedFix[];
}

/** Finds every problem of the files. 1 where there are errors, or more warnings than allowed. */
export const validate: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    format: { type: "string", default: "human" },
    lang: { type: "string", default: "en" },
    fix: { type: "boolean", default: false },
    "max-warnings": { type: "string" },
    "max-nodes": { type: "string" },
    "max-waits": { type: "string" },
    "max-edges": { type: "string" },
  });
  const format = oneOf("format", values.format, ["human", "json", "sarif"]);
  const mostWarnings = wholeNumber("max-warnings", values["max-warnings"]) ?? Infinity;
  const options: ValidateOptions = {
    locale: localeOf(values.lang),
    extraRules: liquidRules(),
    limits: limitsOf(values),
  };
  if (values.fix && positionals.includes("-")) throw new UsageError("--fix writes files; standard input is none.");
  const { sources, code } = await readSources(positionals, io);
  const checked: Checked[] = [];
  for (const source of sources) checked.push(await check(source, options, values.fix, io));
  REPORTERS[format](checked, io);
  const warnings = problemsOf(checked).filter(({ severity }) => severity === "warning").length;
  const found = checked.some(({ report }) => !report.valid) || warnings > mostWarnings;
  return worse(code, found ? EXIT.problems : EXIT.ok);
};

function limitsOf(values: Readonly<Record<string, unknown>>): NonNullable<ValidateOptions["limits"]> {
  const entries = ["nodes", "waits", "edges"].flatMap((name): [string, number][] => {
    const given = values[`max-${name}`];
    const limit = wholeNumber(`max-${name}`, typeof given === "string" ? given : undefined);
    return limit === undefined ? [] : [[name, limit]];
  });
  return Object.fromEntries(entries);
}

async function check(source: Source, options: ValidateOptions, fix: boolean, io: Io): Promise<Checked> {
  if (!fix) return { source, report: validateGraph(source.definition, options), applied: [] };
  const loss = lossIn(source.text);
  if (loss !== null) {
    io.err(`${source.name}: not fixed: ${loss}\n`);
    return { source, report: validateGraph(source.definition, options), applied: [] };
  }
  const { applied, report } = applyFixes(source.definition, "safe", options);
  if (applied.length === 0 || report.definition === null) return { source, report, applied: [] };
  const definition = report.definition as unknown as JsonValue;
  const document = withDefinition(source, definition);
  const text = standardForm({ ...source, document, definition });
  await io.write(source.path, text);
  return { source: { ...source, text, document, definition }, report, applied };
}

const REPORTERS: Readonly<Record<"human" | "json" | "sarif", (checked: readonly Checked[], io: Io) => void>> = {
  human: reportHuman,
  json: (checked, io) =>
    printJson(
      checked.map(({ source: { name }, report: { valid, problems, truncated }, applied }) => ({
        file: name,
        valid,
        problems,
        truncated,
        ...(applied.length > 0 && { applied }),
      })),
      io,
    ),
  sarif: (checked, io) =>
    printJson(
      toSarif(
        checked.map(({ source: { path, text, base }, report: { problems } }) => ({
          problems,
          text,
          base,
          ...(path !== "-" && { uri: path.replaceAll("\\", "/") }),
        })),
        { version: VERSION },
      ),
      io,
    ),
};

function reportHuman(checked: readonly Checked[], io: Io): void {
  const paint = paintFor(io.colors);
  for (const { source, report, applied } of checked) {
    if (report.problems.length + applied.length === 0) continue;
    io.out(`${paint("underline", source.name)}\n`);
    for (const { fix, problem } of applied) io.out(`  ${paint("green", "fixed")}  ${fix.title}: ${problem.message}\n`);
    const found = inReadingOrder(source, report.problems);
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
    if (report.truncated) io.out("  and more\n");
    io.out("\n");
  }
  if (checked.length > 0) io.out(`${summary(checked)}\n`);
}

/** Problems as they stand in the file, from top to bottom. */
function inReadingOrder(source: Source, problems: readonly Diagnostic[]): { place: TextPlace; problem: Diagnostic }[] {
  const placeOf = placesOf(
    source,
    problems.map(({ path }) => path),
  );
  return problems
    .map((problem) => ({ place: placeOf(problem.path), problem }))
    .toSorted(({ place: a }, { place: b }) => a.line - b.line || a.column - b.column);
}

function summary(checked: readonly Checked[]): string {
  const problems = problemsOf(checked);
  const files = counted(checked.length, "file");
  if (problems.length === 0) return `No problems in ${files}.`;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return `${counted(errors, "error")}, ${counted(problems.length - errors, "warning")} in ${files}.`;
}

function problemsOf(checked: readonly Checked[]) {
  return checked.flatMap(({ report }) => report.problems);
}
