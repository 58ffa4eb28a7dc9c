import type { GraphDefinition } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Trigger } from "../../contract/needs.ts";
import { isObject } from "../../graph/parts.ts";
import type { Locale } from "../../messages/locale.ts";
import type { ExtraRule } from "./extra-rule.ts";
import { PROBLEMS } from "./codes.ts";
import { idsOf } from "../finding/findings.ts";
import { isWithin, segmentsOf } from "../../json/pointer.ts";
import type { ReadJson } from "../../json/read-json.ts";
import type { Finding, GraphLimits, Rule, Subject } from "../finding/rule.ts";
import { partShapes, shapeFindings } from "./shape.ts";
import { subjectOf } from "./subject.ts";
import { EDGE_RULES, NODE_RULES } from "../table.ts";

/** What is asked of a definition. */
export interface Inquiry {
  readonly limits: GraphLimits;
  readonly maxProblems: number;
  readonly locale: Locale;
  readonly trigger: Trigger | null;
  readonly extraRules: readonly ExtraRule[];
}

/** What was found: by the engine's rules, and by the host's own. */
export interface Found {
  findings: Finding[];
  extra: Diagnostic[];
  /** Whether the definition has the shape of a graph. */
  hasShape: boolean;
}

/** Runs every rule. */
export function findAll(read: ReadJson, inquiry: Inquiry): Found {
  const most = inquiry.maxProblems + 1;
  const unreadable: Finding[] = read.unreadable.slice(0, most);
  if (!read.complete) return { findings: unreadable, extra: [], hasShape: false };
  const shape: Finding[] = [];
  addUpTo(most, shapeFindings(read.value), shape);
  if (!isObject(read.value) || !Array.isArray(read.value["nodes"])) {
    return { findings: [...unreadable, ...outside(unreadable, shape)], extra: [], hasShape: false };
  }
  const subject = subjectOf(read.value as unknown as GraphDefinition, inquiry);
  addUpTo(most, partShapes(subject), shape);
  const hasShape = unreadable.length + shape.length === 0;
  const found: Finding[] = [];
  for (const rule of rulesFor(read.value["edges"])) addUpTo(most, rule(subject), found);
  const reported = withConsequences(shape, subject);
  const findings = [...unreadable, ...outside(unreadable, [...reported, ...found])];
  return { findings, extra: outside(unreadable, runExtra(subject, inquiry, hasShape)), hasShape };
}

function runExtra({ graph, limits }: Subject, { extraRules, locale, maxProblems }: Inquiry, hasShape: boolean) {
  const subject = { definition: graph.definition, graph, limits, locale };
  return extraRules.flatMap(({ code, severity, anyShape, run }): Diagnostic[] =>
    hasShape || anyShape ? upTo(maxProblems + 1, run(subject)).map((finding) => ({ ...finding, code, severity })) : [],
  );
}

/** Edges that cannot be read at all are one problem: that nothing is connected follows from it. */
function rulesFor(edges: JsonValue | undefined): readonly Rule[] {
  return edges === undefined || Array.isArray(edges) ? ALL_RULES : NODE_RULES;
}

const ALL_RULES: readonly Rule[] = [...NODE_RULES, ...EDGE_RULES];

/** Takes at most `most` findings: a rule may have as many as the input is long. */
function upTo<T>(most: number, findings: Iterable<T>): T[] {
  const taken: T[] = [];
  for (const finding of findings) {
    if (taken.length >= most) break;
    taken.push(finding);
  }
  return taken;
}

/** The same, and the first error of the rule however many warnings come before: the verdict rests on it. */
function addUpTo(most: number, findings: Iterable<Finding>, to: Finding[]): void {
  let [left, hasError] = [most, false];
  for (const finding of findings) {
    const isError = PROBLEMS[finding.code] === "error";
    if (left > 0 || (isError && !hasError)) to.push(finding);
    left -= 1;
    hasError ||= isError;
    if (left <= 0 && hasError) return;
  }
}

/** What lies within an unreadable value has that one problem. */
function outside<T extends { path: string }>(unreadable: readonly Finding[], findings: readonly T[]): T[] {
  if (unreadable.length === 0) return [...findings];
  return findings.filter(({ path }) => !unreadable.some((value) => isWithin(path, value.path)));
}

/** An edge of the wrong shape leads nowhere: what cannot be reached for that is told with it. */
function withConsequences(shape: readonly Finding[], { graph, consequences }: Subject): Finding[] {
  const reported = new Set<number>();
  return shape.map((finding) => {
    const [list, position] = segmentsOf(finding.path);
    const edge = Number(position);
    const unreached = list === "edges" && !reported.has(edge) ? consequences.of.get(`edge ${edge}`) : undefined;
    if (!unreached) return finding;
    reported.add(edge);
    return { ...finding, related: { nodeIds: idsOf(graph, unreached) } };
  });
}
