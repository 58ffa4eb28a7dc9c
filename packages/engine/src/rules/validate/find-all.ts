import { isObject } from "../../contract/json.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Trigger } from "../../contract/needs.ts";
import type { Locale } from "../../messages/locale.ts";
import type { ExtraRule } from "./extra-rule.ts";
import { PROBLEMS } from "./codes.ts";
import { idsOf } from "../finding/findings.ts";
import { isWithin, segmentsOf } from "../../json/pointer.ts";
import type { ReadJson } from "../../json/read-json.ts";
import type { Finding, GraphLimits, Rule, Sighting, Subject } from "../finding/rule.ts";
import { graphShape, partShapes } from "./shape.ts";
import { subjectOf } from "./subject.ts";
import { EDGE_RULES, GRAPH_RULES, NODE_RULES } from "../table.ts";

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
  /** What the rules looked at; null where there is no list of nodes. */
  subject: Subject | null;
}

/** Runs every rule. */
export function findAll(read: ReadJson, inquiry: Inquiry): Found {
  const most = inquiry.maxProblems + 1;
  const unreadable: Finding[] = read.unreadable.slice(0, most);
  const bare = { extra: [], hasShape: false, subject: null };
  if (!read.complete) return { findings: unreadable, ...bare };
  const shape: Sighting[] = [];
  addUpTo(most, graphShape(read.value), shape);
  if (!hasNodes(read.value)) return { findings: [...unreadable, ...outside(unreadable, shape.map(tell))], ...bare };
  const subject = subjectOf(read.value, inquiry);
  addUpTo(most, partShapes(subject), shape);
  const hasShape = unreadable.length + shape.length === 0;
  const seen: Sighting[] = [];
  const rules = [...GRAPH_RULES, ...NODE_RULES, ...edgeRules(subject)];
  for (const rule of rules) addUpTo(most, rule(subject), seen);
  const all = [...withConsequences(shape.map(tell), subject), ...seen.map(tell)];
  const extra = outside(unreadable, runExtra(subject, inquiry, hasShape));
  return { findings: [...unreadable, ...outside(unreadable, all)], extra, hasShape, subject };
}

/** Whether there is a list of nodes, whatever is in it: what rules need to look at a definition. */
export function hasNodes(definition: unknown): definition is GraphDefinition {
  return isObject(definition) && Array.isArray(definition["nodes"]);
}

/** What the host's rules find. Most of them see only what has the shape of a graph. */
export function runExtra(
  { graph, limits }: Subject,
  { extraRules, locale, maxProblems }: Inquiry,
  hasShape: boolean,
): Diagnostic[] {
  const subject = { definition: graph.definition, graph, limits, locale };
  return extraRules.flatMap(({ code, severity, anyShape, run }): Diagnostic[] =>
    hasShape || anyShape ? upTo(maxProblems + 1, run(subject)).map((finding) => ({ ...finding, code, severity })) : [],
  );
}

/** Edges that cannot be read at all are one problem: that nothing is connected follows from it. */
export function edgeRules({ graph }: Subject): readonly Rule[] {
  const { edges }: { edges?: unknown } = graph.definition;
  return edges === undefined || Array.isArray(edges) ? EDGE_RULES : [];
}

const tell = (sighting: Sighting): Finding => sighting.tell();

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
function addUpTo(most: number, sightings: Iterable<Sighting>, to: Sighting[]): void {
  let [left, hasError] = [most, false];
  for (const sighting of sightings) {
    const isError = PROBLEMS[sighting.code] === "error";
    if (left > 0 || (isError && !hasError)) to.push(sighting);
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

/** An edge of the wrong shape leads nowhere: what it makes unreachable is reported with it. */
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
