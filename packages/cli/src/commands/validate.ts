import { applyFixes, validateGraph } from "@trilho/engine";
import type { AppliedFix, JsonValue, ValidateOptions, ValidationReport } from "@trilho/engine";
import { liquidRules } from "@trilho/engine/liquid";
import { localeOf, readSources, worse } from "../command.ts";
import type { Command } from "../command.ts";
import { standardForm } from "../form.ts";
import type { Io } from "../io.ts";
import { lossIn } from "../lossless.ts";
import { FORMATS, tell } from "../report.ts";
import type { Reported } from "../report.ts";
import { isYaml, withDefinition } from "../source.ts";
import type { Source } from "../source.ts";
import { EXIT, oneOf, readArgs, UsageError, wholeNumber } from "../usage.ts";

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
  const format = oneOf("format", values.format, FORMATS);
  const mostWarnings = wholeNumber("max-warnings", values["max-warnings"]) ?? Infinity;
  const options: ValidateOptions = {
    locale: localeOf(values.lang),
    extraRules: liquidRules(),
    limits: limitsOf(values),
  };
  if (values.fix && positionals.includes("-")) throw new UsageError("--fix writes files; standard input is none.");
  const { sources, code } = await readSources(positionals, io);
  const checked: Checked[] = [];
  for (const source of sources) checked.push(await checkOne(source, options, values.fix, io));
  tell(format, checked.map(reported), io);
  const warnings = checked
    .flatMap(({ report: { problems } }) => problems)
    .filter(({ severity }) => severity === "warning").length;
  const found = checked.some(({ report: { valid } }) => !valid) || warnings > mostWarnings;
  return worse(code, found ? EXIT.problems : EXIT.ok);
};

const reported = ({ source, report: { valid, problems, truncated }, applied }: Checked): Reported => ({
  source,
  valid,
  problems,
  truncated,
  applied,
});

function limitsOf(values: Readonly<Record<string, unknown>>): NonNullable<ValidateOptions["limits"]> {
  const entries = ["nodes", "waits", "edges"].flatMap((name): [string, number][] => {
    const given = values[`max-${name}`];
    const limit = wholeNumber(`max-${name}`, typeof given === "string" ? given : undefined);
    return limit === undefined ? [] : [[name, limit]];
  });
  return Object.fromEntries(entries);
}

async function checkOne(source: Source, options: ValidateOptions, fix: boolean, io: Io): Promise<Checked> {
  if (!fix) return { source, report: validateGraph(source.definition, options), applied: [] };
  const loss = isYaml(source.path) ? "comments of YAML would be lost" : lossIn(source.text);
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
