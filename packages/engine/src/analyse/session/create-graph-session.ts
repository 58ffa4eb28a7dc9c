import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import { compileGraph } from "../../graph/compile.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { canConnect } from "../../graph/connect.ts";
import type { ConnectAnswer, ConnectOptions } from "../../graph/connect.ts";
import { plainly } from "../../json/plainly.ts";
import { inquiryOf, validateGraph } from "../../rules/validate/validate.ts";
import type { ValidateOptions } from "../../rules/validate/validate.ts";
import { isSame } from "../diff/changes.ts";
import { withoutUi } from "../diff/diff-graphs.ts";
import { readDefinition } from "../read.ts";
import { editDefinition } from "./edits.ts";
import type { GraphEdit } from "./edits.ts";
import { reachIndex } from "./reach-index.ts";
import type { Reaches } from "./reach-index.ts";

/**
 * Which problems an edit added and removed. One whose words, path or fixes changed is both: whoever keeps the problems,
 * takes out the removed ones and puts in the added ones has the session's `problems`, whatever their order.
 */
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
  const asked = ownOptions(options);
  inquiryOf(asked);
  let found: readonly Diagnostic[] | null = null;
  let index: Index | null = null;
  const problems = () => (found ??= validateGraph(definition, asked).problems);
  return {
    get definition() {
      return definition;
    },
    get problems() {
      return problems();
    },
    apply(edit) {
      const edited = editDefinition(definition, edit);
      if ("message" in edited) return { ok: false, message: edited.message };
      if (isMove(definition, edited.definition)) {
        definition = edited.definition;
        return { ok: true, added: [], removed: [] };
      }
      const before = problems();
      definition = edited.definition;
      [found, index] = [null, null];
      const after = problems();
      return { ok: true, added: missingFrom(before, after), removed: missingFrom(after, before) };
    },
    canConnect(sourceId, handle, targetId, connecting) {
      index ??= indexOf(definition);
      const replacing = plainly([connecting], replacingOf);
      const asking = replacing === null ? index.options : { ...index.options, replacing };
      return canConnect(index.graph, sourceId, handle, targetId, asking);
    },
  };
}

/** A copy, which nobody else can change; options that cannot be read are as good as none. */
function ownOptions(options: ValidateOptions): ValidateOptions {
  try {
    return { ...options };
  } catch {
    return {};
  }
}

function replacingOf(options: Pick<ConnectOptions, "replacing"> | undefined): number | null {
  const replacing = isObject(options) ? options["replacing"] : null;
  return typeof replacing === "number" ? replacing : null;
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

/** Of some problems those that others lack, each as often as it comes. The same path and fixes belong to being the same. */
function missingFrom(others: readonly Diagnostic[], problems: readonly Diagnostic[]): Diagnostic[] {
  const left = new Map<string, number>();
  for (const key of others.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  return problems.filter((problem) => {
    const key = keyOf(problem);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** A rule always makes its problems alike, so the order of their fields is no difference. */
function keyOf(problem: Diagnostic): string {
  return JSON.stringify(problem);
}
