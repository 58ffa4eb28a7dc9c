import { describeReason, describeSimulationError, isObject, simulateRun, validateGraph } from "@trilho/engine";
import type { GraphDefinition, JsonValue, Locale, Scenario, SimulationResult } from "@trilho/engine";
import { simulateCohort } from "@trilho/engine/cohort";
import type { CohortModel, CohortResult } from "@trilho/engine/cohort";
import { createRenderer } from "@trilho/engine/liquid";
import { localeOf, printJson, readSources, worse } from "../command.ts";
import type { Command } from "../command.ts";
import { edgeAt } from "../edge-name.ts";
import type { Io } from "../io.ts";
import { progressBar } from "../progress.ts";
import { readDataFile } from "../source.ts";
import type { Source } from "../source.ts";
import { columns, counted, paintFor, showMs, showShare } from "../style.ts";
import { EXIT, oneOf, readArgs, UsageError, wholeNumber } from "../usage.ts";
import type { ExitCode } from "../usage.ts";

interface Asked {
  format: "human" | "json";
  locale: Locale;
  seed: string | undefined;
  startAt: string;
}

/**
 * Runs the files on a virtual clock: 1 where a run cannot go on, fails or is a dead letter. Of a cohort some runs may
 * fail: 1 only where none can start.
 */
export const simulate: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    format: { type: "string", default: "human" },
    lang: { type: "string", default: "en" },
    scenario: { type: "string" },
    start: { type: "string" },
    cohort: { type: "string" },
    model: { type: "string" },
    seed: { type: "string" },
  });
  const size = wholeNumber("cohort", values.cohort);
  if (size === 0) throw new UsageError("--cohort must be at least 1.");
  if (size !== undefined && values.scenario !== undefined) {
    throw new UsageError("--scenario is one run's, --cohort many runs': choose one.");
  }
  if (size === undefined && values.model !== undefined) throw new UsageError("--model needs --cohort N.");
  const asked: Asked = {
    format: oneOf("format", values.format, ["human", "json"]),
    locale: localeOf(values.lang),
    seed: values.seed,
    startAt: values.start ?? new Date(io.now()).toISOString(),
  };
  const { sources, code } = await readSources(positionals, io);
  for (const source of sources) warnOfErrors(source, io);
  if (size !== undefined) return worse(code, await simulateCohorts(sources, values.model, size, asked, io));
  return worse(code, await simulateRuns(sources, values.scenario, asked, io));
};

/** What is simulated may never be saved as it is: drafts run as far as they can. */
function warnOfErrors({ name, definition }: Source, io: Io): void {
  const errors = validateGraph(definition).problems.filter(({ severity }) => severity === "error").length;
  if (errors > 0) io.err(`${name}: ${counted(errors, "error")} in this graph. See trilho validate.\n`);
}

async function simulateRuns(
  sources: readonly Source[],
  path: string | undefined,
  asked: Asked,
  io: Io,
): Promise<ExitCode> {
  const given = path === undefined ? [{}] : listOf((await readDataFile(path, io)).document);
  const render = createRenderer();
  const results = sources.flatMap(({ name, definition }) =>
    given.map((scenario) => {
      const whole = {
        startAt: asked.startAt,
        facts: {},
        ...seedOf(asked),
        ...asObject(scenario),
      } as unknown as Scenario;
      const result = simulateRun(definition as unknown as GraphDefinition, whole, { render });
      return { file: name, ...(whole.name !== undefined && { scenario: String(whole.name) }), result };
    }),
  );
  if (asked.format === "json") printJson(results, io);
  else
    for (const { file, scenario, result } of results)
      printRun([file, scenario].filter(Boolean).join(": "), result, asked, io);
  return results.some(({ result }) => isFailed(result)) ? EXIT.problems : EXIT.ok;
}

function isFailed({ status, error }: SimulationResult): boolean {
  return error !== null || status === "failed" || status === "dead_letter";
}

function printRun(
  title: string,
  { trace, status, error, durationMs }: SimulationResult,
  { locale }: Asked,
  io: Io,
): void {
  const paint = paintFor(io.colors);
  io.out(`${paint("underline", title)}\n`);
  const rows = trace.map(({ at, nodeId, handle, why }) => [
    at.slice(0, 19).replace("T", " "),
    handle === null ? nodeId : `${nodeId} → ${handle}`,
    describeReason(why, locale),
  ]);
  for (const row of columns(rows)) io.out(`  ${row}\n`);
  for (const { path, message } of trace.flatMap(({ issues }) => issues)) io.out(`  ${path}: ${message}\n`);
  if (error) io.out(`  ${paint("red", error.code)}: ${describeSimulationError(error, locale)}\n`);
  io.out(`${paint(status === "completed" ? "green" : "yellow", status)} after ${showMs(durationMs)}\n\n`);
}

async function simulateCohorts(
  sources: readonly Source[],
  path: string | undefined,
  size: number,
  asked: Asked,
  io: Io,
): Promise<ExitCode> {
  const given = path === undefined ? {} : asObject((await readDataFile(path, io)).document);
  const model = { startAt: asked.startAt, ...given } as unknown as CohortModel;
  const results: { source: Source; result: CohortResult }[] = [];
  for (const source of sources) {
    const { name, definition } = source;
    const progress = progressBar(name, io);
    const options = { size, onProgress: progress.show, yield: nextTurn, ...seedOf(asked) };
    results.push({
      source,
      result: await simulateCohort(definition as unknown as GraphDefinition, model, options),
    });
    progress.clear();
  }
  if (asked.format === "json") {
    printJson(
      results.map(({ source, result }) => ({ file: source.name, result })),
      io,
    );
  } else for (const { source, result } of results) printCohort(source, result, asked, io);
  return results.some(({ result }) => result.error !== null) ? EXIT.problems : EXIT.ok;
}

/** Lets Ctrl-C and the progress bar in. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function printCohort({ name: file, definition }: Source, result: CohortResult, { locale }: Asked, io: Io): void {
  const paint = paintFor(io.colors);
  const { runs, statuses, nodes, edges, durationMs, messages, errors, error } = result;
  io.out(`${paint("underline", file)}\n`);
  if (error) return io.out(`  ${paint("red", error.code)}: ${describeSimulationError(error, locale)}\n\n`);
  const share = (count: number) => (runs === 0 ? "" : showShare(count / runs));
  const table = (title: string, rows: string[][]) => {
    if (rows.length === 0) return;
    io.out(`  ${paint("bold", title)}\n`);
    for (const row of columns(rows)) io.out(`    ${row}\n`);
  };
  const ended = Object.entries(statuses).filter(([, count]) => count > 0);
  table(
    `${counted(runs, "run")}`,
    ended.map(([status, count]) => [status, String(count), share(count)]),
  );
  table(
    "why not",
    errors.map(({ code, count }) => [code, String(count)]),
  );
  table(
    "nodes",
    nodes.map(({ nodeId, visits }) => [nodeId, String(visits), share(visits)]),
  );
  table(
    "edges",
    edges.map(({ edge, taken }) => [edgeAt(definition, edge), String(taken), share(taken)]),
  );
  if (durationMs) {
    const { min, p50, p90, p99, max, mean } = durationMs;
    table(
      "time until completed",
      Object.entries({ min, p50, p90, p99, max, mean }).map(([name, ms]) => [name, showMs(ms)]),
    );
  }
  const busiest = messages.perHour.toSorted((a, b) => b.count - a.count)[0];
  table("messages", [
    ...messages.byAction.map(({ actionType, count }) => [actionType, String(count)]),
    ...(busiest ? [["busiest hour", `${busiest.count} at ${busiest.hour.slice(0, 16).replace("T", " ")} UTC`]] : []),
  ]);
  io.out("\n");
}

function seedOf({ seed }: Asked): { seed?: string } {
  return seed === undefined ? {} : { seed };
}

function listOf(document: JsonValue): readonly JsonValue[] {
  if (Array.isArray(document) && document.length === 0) throw new UsageError("The file of --scenario has no scenario.");
  return Array.isArray(document) ? document : [document];
}

function asObject(value: JsonValue): object {
  if (!isObject(value)) {
    throw new UsageError("Scenarios and models are JSON objects.");
  }
  return value;
}
