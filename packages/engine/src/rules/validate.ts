import { LIMITS } from "../contract/definition.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { isObject } from "../graph/parts.ts";
import { PROBLEMS } from "./codes.ts";
import { keepGoodFixes } from "./fixes.ts";
import { comparePointers, compareText, isWithin, segmentsOf } from "./pointer.ts";
import { readJson } from "./readJson.ts";
import type { ReadJson } from "./readJson.ts";
import { idsOf } from "./findings.ts";
import type { Finding, GraphLimits, Rule, Subject } from "./rule.ts";
import { shapeFindings } from "./shape.ts";
import { subjectOf } from "./subject.ts";
import { EDGE_RULES, NODE_RULES } from "./table.ts";

export interface ValidateOptions {
  /** Other limits than the contract's, for services that allow more. */
  limits?: Partial<GraphLimits>;
  /** How many problems to report at most; errors come before warnings when there are more. Default 500. */
  maxProblems?: number;
}

/** What `validateGraph` answers. */
export interface ValidationReport {
  /** True without errors; warnings may remain. */
  valid: boolean;
  /** Sorted by path, then code. */
  problems: Diagnostic[];
  /** True when there were more problems than `maxProblems`. */
  truncated: boolean;
  /** A plain copy of the input, null unless its shape is a graph's. */
  definition: GraphDefinition | null;
}

/**
 * Finds every problem of a graph definition at once (contract, "Automation", graph rules). Takes anything and never
 * throws: what is no graph gets a report that says so.
 */
export function validateGraph(input: unknown, options: ValidateOptions = {}): ValidationReport {
  const { maxProblems = 500 } = options;
  const limits = { ...LIMITS, ...options.limits };
  const read = readJson(input);
  const { findings, hasShape } = findAll(read, limits, maxProblems);
  const problems = findings.map(withSeverity).toSorted(byPlace);
  const valid = !problems.some(({ severity }) => severity === "error");
  const kept = keepWorst(problems, maxProblems);
  const recheck = (candidate: JsonValue) => codesOf(candidate, limits, maxProblems);
  return {
    valid,
    problems: keepGoodFixes(
      read.value,
      kept,
      findings.map(({ code }) => code),
      recheck,
    ),
    truncated: kept.length < problems.length,
    definition: hasShape ? (read.value as unknown as GraphDefinition) : null,
  };
}

interface Found {
  findings: Finding[];
  hasShape: boolean;
}

function findAll(read: ReadJson, limits: GraphLimits, most: number): Found {
  const unreadable = read.unreadable.slice(0, most + 1).map(toFinding);
  if (!read.complete) return { findings: unreadable, hasShape: false };
  const shape = upTo(most + 1, shapeFindings(read.value));
  const hasShape = unreadable.length + shape.length === 0;
  if (!isObject(read.value) || !Array.isArray(read.value["nodes"])) {
    return { findings: [...unreadable, ...outside(unreadable, shape)], hasShape };
  }
  const subject = subjectOf(read.value as unknown as GraphDefinition, limits);
  const found = rulesFor(read.value["edges"]).flatMap((rule) => upTo(most + 1, rule(subject)));
  const told = tellConsequences(shape, subject);
  return { findings: [...unreadable, ...outside(unreadable, [...told, ...found])], hasShape };
}

/** Edges that cannot be read at all are one problem: that nothing is connected follows from it. */
function rulesFor(edges: JsonValue | undefined): readonly Rule[] {
  return edges === undefined || Array.isArray(edges) ? [...NODE_RULES, ...EDGE_RULES] : NODE_RULES;
}

/** Codes of the problems of a graph, for checking fixes: without their fixes, so that it does not go on for ever. */
function codesOf(candidate: JsonValue, limits: GraphLimits, most: number): string[] {
  const read: ReadJson = { value: candidate, unreadable: [], complete: true };
  return findAll(read, limits, most).findings.map(({ code }) => code);
}

function toFinding({ path, reason, tooBig }: ReadJson["unreadable"][number]): Finding {
  return { code: tooBig ? "too-big" : "unreadable-value", path, message: reason };
}

/** Takes at most `most` findings: a rule may have as many as the input is long. */
function upTo(most: number, findings: Iterable<Finding>): Finding[] {
  const taken: Finding[] = [];
  for (const finding of findings) {
    if (taken.length >= most) break;
    taken.push(finding);
  }
  return taken;
}

/** What lies within an unreadable value has that one problem. */
function outside(unreadable: readonly Finding[], findings: readonly Finding[]): Finding[] {
  if (unreadable.length === 0) return [...findings];
  return findings.filter(({ path }) => !unreadable.some((value) => isWithin(path, value.path)));
}

/** An edge of the wrong shape leads nowhere: what cannot be reached for that is told with it. */
function tellConsequences(shape: readonly Finding[], { graph, consequences }: Subject): Finding[] {
  const told = new Set<number>();
  return shape.map((finding) => {
    const [list, position] = segmentsOf(finding.path);
    const edge = Number(position);
    const unreached = list === "edges" && !told.has(edge) ? consequences.of.get(`edge ${edge}`) : undefined;
    if (!unreached) return finding;
    told.add(edge);
    return { ...finding, related: { nodeIds: idsOf(graph, unreached) } };
  });
}

function withSeverity(finding: Finding): Diagnostic {
  return { ...finding, severity: PROBLEMS[finding.code] };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return comparePointers(a.path, b.path) || compareText(a.code, b.code) || compareText(a.message, b.message);
}

function keepWorst(problems: readonly Diagnostic[], most: number): Diagnostic[] {
  if (problems.length <= most) return [...problems];
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity !== "error");
  return [...errors, ...warnings].slice(0, most).toSorted(byPlace);
}
