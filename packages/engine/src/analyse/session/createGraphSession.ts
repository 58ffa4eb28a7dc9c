import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import { compileGraph } from "../../graph/compile.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { canConnect } from "../../graph/connect.ts";
import type { ConnectAnswer, ConnectOptions } from "../../graph/connect.ts";
import { isObject } from "../../graph/parts.ts";
import type { Inquiry } from "../../rules/findAll.ts";
import { judge } from "../../rules/judge.ts";
import type { Verdict } from "../../rules/judge.ts";
import { segmentsOf } from "../../json/pointer.ts";
import { readJson } from "../../json/readJson.ts";
import { inquiryOf } from "../../rules/validate.ts";
import type { ValidateOptions } from "../../rules/validate.ts";
import { isSame } from "../diff/changes.ts";
import { withoutUi } from "../diff/diffGraphs.ts";
import { readDefinition } from "../read.ts";
import { editDefinition } from "./edits.ts";
import type { GraphEdit } from "./edits.ts";
import { reachIndex } from "./reachIndex.ts";
import type { Reaches } from "./reachIndex.ts";

/** Which problems an edit added and removed. One whose words changed is both; one that only stands elsewhere in the list is neither. */
export type EditResult = { ok: true; added: Diagnostic[]; removed: Diagnostic[] } | { ok: false; message: string };

/** A graph under an editor's hands. */
export interface GraphSession {
  readonly definition: GraphDefinition;
  /** What `validateGraph` says of the definition. */
  readonly problems: readonly Diagnostic[];
  /** Applies an edit; one that does not fit changes nothing. Never throws. */
  apply(edit: GraphEdit): EditResult;
  /** As the plain `canConnect`, from an index of who reaches whom that lasts until nodes or edges change. */
  canConnect(
    sourceId: string,
    handle: string,
    targetId: string,
    options?: Pick<ConnectOptions, "replacing">,
  ): ConnectAnswer;
}

/**
 * Opens a graph for editing: apply edits, get the problems that came and went, ask which edges may be drawn. Moving
 * nodes about costs no validation. Takes anything and never throws: what is no graph begins as an empty one.
 *
 * @example
 * ```ts
 * import { createGraphSession } from "@trilho/engine/analyse";
 *
 * const session = createGraphSession({
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "end", type: "end" }],
 * });
 * const edited = session.canConnect("start", "next", "end").ok
 *   ? session.apply({ type: "add-edge", edge: { source: "start", target: "end" } })
 *   : null;
 * // { ok: true, added: [], removed: [{ code: "nothing-after-trigger", … }, { code: "unreachable-node", … }] }
 * ```
 */
export function createGraphSession(input: GraphDefinition, options: ValidateOptions = {}): GraphSession {
  let definition = readDefinition(input);
  const inquiry = inquiryOf(options);
  let view = viewOf(definition, inquiry);
  let index: Index | null = null;
  return {
    get definition() {
      return definition;
    },
    get problems() {
      return view.all();
    },
    apply(edit) {
      const edited = editDefinition(definition, edit);
      if ("message" in edited) return { ok: false, message: edited.message };
      const before = definition;
      definition = edited.definition;
      if (isMove(before, definition)) return { ok: true, added: [], removed: [] };
      index = null;
      const told = view;
      view = viewOf(definition, inquiry);
      return { ok: true, added: missingFrom(told, view), removed: missingFrom(view, told) };
    },
    canConnect(sourceId, handle, targetId, { replacing } = {}) {
      index ??= indexOf(definition);
      const asked = replacing === undefined ? index.options : { ...index.options, replacing };
      return canConnect(index.graph, sourceId, handle, targetId, asked);
    },
  };
}

interface Index {
  readonly graph: CompiledGraph;
  readonly options: { reaches?: Reaches };
}

function indexOf(definition: GraphDefinition): Index {
  const graph = compileGraph(definition);
  const reaches = reachIndex(graph);
  return { graph, options: reaches === null ? {} : { reaches } };
}

/** Whether two versions differ in nothing but where nodes stand: no rule looks there. */
function isMove(before: GraphDefinition, after: GraphDefinition): boolean {
  if (before.nodes.length !== after.nodes.length || !hasSameRest(before, after)) return false;
  return before.nodes.every((node, index) => isMoved(node, after.nodes[index]));
}

/** Edits share what they leave as it is, so this seldom has to look inside. */
function hasSameRest(before: GraphDefinition, after: GraphDefinition): boolean {
  const keys: ReadonlySet<string> = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].every((key) => key === "nodes" || isSame(Reflect.get(before, key), Reflect.get(after, key)));
}

function isMoved(before: GraphNode, after: GraphNode | undefined): boolean {
  if (before === after) return true;
  if (!isObject(before) || !isObject(after) || !isObject(before.config) || !isObject(after.config)) return false;
  const [from, to] = [before.config["ui"], after.config["ui"]];
  return (
    isObject(from) && isObject(to) && isSame(from["label"], to["label"]) && isSame(withoutUi(before), withoutUi(after))
  );
}

/** The problems of one version. Their fixes are tried for those only that somebody looks at. */
interface View {
  readonly verdict: Verdict;
  /** What makes each problem the same one after an edit. */
  readonly keys: readonly string[];
  all(): readonly Diagnostic[];
}

function viewOf(definition: GraphDefinition, inquiry: Inquiry): View {
  const verdict = judge(readJson(definition, inquiry.limits.values), inquiry);
  let all: readonly Diagnostic[] | null = null;
  return {
    verdict,
    keys: verdict.problems.map(keyOf),
    all: () => (all ??= verdict.problems.map((_, index) => verdict.withFixes(index))),
  };
}

/** Of `after`, the problems that `before` has not, each as often as it comes. */
function missingFrom(before: View, after: View): Diagnostic[] {
  const left = new Map<string, number>();
  for (const key of before.keys) left.set(key, (left.get(key) ?? 0) + 1);
  const missing: Diagnostic[] = [];
  for (const [index, key] of after.keys.entries()) {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    if (count <= 0) missing.push(after.verdict.withFixes(index));
  }
  return missing;
}

/** Not the place of a problem in the lists, nor what would mend it there. */
function keyOf({ path, code, severity, message, nodeId, edgeId, related }: Diagnostic): string {
  const [list = "", position = "", ...below] = segmentsOf(path);
  const isNamed = (list === "nodes" ? nodeId : edgeId) !== undefined;
  const place = [list, isNamed ? "" : position, ...below];
  const { nodeIds = null, edgeIds = null } = related ?? {};
  return JSON.stringify([code, severity, message, nodeId ?? null, edgeId ?? null, place, nodeIds, edgeIds]);
}
