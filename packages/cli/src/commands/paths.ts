import { isObject } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import { analyseGraph, coverScenarios } from "@trilho/engine/analyse";
import type { GraphAnalysis, RunModel, ScenarioCover, UnreachableReason } from "@trilho/engine/analyse";
import { printJson, readSources, worse } from "../command.ts";
import type { Command } from "../command.ts";
import { edgeAt } from "../edge-name.ts";
import type { Io } from "../io.ts";
import { readDataFile } from "../source.ts";
import type { Source } from "../source.ts";
import { columns, paintFor, showMs, showShare } from "../style.ts";
import { EXIT, oneOf, readArgs, UsageError } from "../usage.ts";

/** Tells the paths of the files and scenarios that take every edge. 1 where no run can start, or an edge is taken by none. */
export const paths: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    format: { type: "string", default: "human" },
    model: { type: "string" },
  });
  const format = oneOf("format", values.format, ["human", "json"]);
  const model = values.model === undefined ? {} : (await readDataFile(values.model, io)).document;
  if (!isObject(model)) throw new UsageError("A model is a JSON object.");
  const { sources, code } = await readSources(positionals, io);
  const results = sources.map((source) => {
    const graph = source.definition as unknown as GraphDefinition;
    return { source, analysis: analyseGraph(graph, model as RunModel), cover: coverScenarios(graph) };
  });
  if (format === "json") {
    printJson(
      results.map(({ source, ...found }) => ({ file: source.name, ...found })),
      io,
    );
  } else for (const { source, analysis, cover } of results) printPaths(source, analysis, cover, io);
  const found = results.some(({ analysis, cover }) => analysis.problem !== null || cover.unreachable.length > 0);
  return worse(code, found ? EXIT.problems : EXIT.ok);
};

/** Why no run takes an edge, in words. */
const REASONS: Readonly<Record<UnreachableReason, string>> = {
  "never-taken": "no outcome of its step leads along it",
  contradictory: "the branch's own rules exclude each other",
  shadowed: "wherever it would be taken, a branch before it is",
  "contradicts-earlier": "what happens on every way there excludes it",
  behind: "no run comes to its step",
};

function printPaths({ name, definition }: Source, analysis: GraphAnalysis, cover: ScenarioCover, io: Io): void {
  const paint = paintFor(io.colors);
  io.out(`${paint("underline", name)}\n`);
  if (analysis.problem !== null) return io.out(`  ${paint("red", analysis.problem)}\n\n`);
  const { durationMs, messages, endings } = analysis;
  const rows = [
    ["paths", String(analysis.paths)],
    ...(durationMs ? [["time until completed", spanOf(durationMs)]] : []),
    ["messages per run", messages.toFixed(2)],
    ["completed", showShare(endings.completed)],
    ["scenarios that take every edge", String(cover.scenarios.length)],
  ];
  for (const row of columns(rows)) io.out(`  ${row}\n`);
  io.out(`  ${paint("bold", "how often a run comes to each node")}\n`);
  for (const row of columns(analysis.nodes.map(({ nodeId, probability }) => [nodeId, showShare(probability)]))) {
    io.out(`    ${row}\n`);
  }
  for (const { edge, reason } of cover.unreachable) {
    io.out(`  ${paint("yellow", "no run takes")} ${edgeAt(definition, edge)}: ${REASONS[reason]}\n`);
  }
  for (const { edge } of cover.unknown) io.out(`  not known whether a run takes ${edgeAt(definition, edge)}\n`);
  io.out("\n");
}

function spanOf({ min, mean, max }: NonNullable<GraphAnalysis["durationMs"]>): string {
  return `${showMs(min)} to ${showMs(max)}${mean === null ? "" : `, ${showMs(mean)} on average`}`;
}
