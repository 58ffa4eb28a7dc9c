import { awaitsReply, isWait } from "@trilho/engine";
import type { GraphEdge, GraphNode } from "@trilho/engine";
import { Ajv2020 } from "ajv/dist/2020.js";
import { draw } from "./graph.ts";
import type { Drawn } from "./graph.ts";
import { partsOf } from "./nodes.ts";
import { isError, isObject } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { DEFINITION_SCHEMA, toProblems } from "./schema.ts";
import { checkCycles, checkPaths, checkReach, orderOf } from "./walk.ts";

export interface Report {
  readonly valid: boolean;
  /** Sorted by place. */
  readonly problems: readonly Problem[];
}

const ajv = new Ajv2020({ allErrors: true, strict: false, discriminator: true, validateFormats: false });
const checkShape = ajv.compile(DEFINITION_SCHEMA);

/** `validateGraph` as these libraries let one write it: every problem with its place, of any input. */
export function validateWithLibraries(input: unknown): Report {
  const definition = copyOf(input);
  return definition === undefined ? report([{ code: "unreadable-value", path: "" }]) : validateCopy(definition);
}

/** The same for what `JSON.parse` has just made. */
export function validateCopy(definition: unknown): Report {
  const problems = checkShape(definition) ? [] : toProblems(checkShape.errors ?? [], definition);
  if (!isObject(definition) || !Array.isArray(definition["nodes"])) return report(problems);
  const nodes = definition["nodes"] as unknown as readonly GraphNode[];
  const list = definition["edges"] ?? [];
  const drawn = draw(nodes, (Array.isArray(list) ? list : []) as unknown as readonly GraphEdge[], problems);
  checkCounts(nodes, drawn, problems);
  if (!Array.isArray(list)) return report(problems);
  checkWays(drawn, problems);
  const { graph, keys } = drawn;
  const triggers = nodes.flatMap((node) =>
    isObject(node) && node.type === "trigger" ? (keys.get(node.id) ?? []) : [],
  );
  const order = orderOf(graph);
  if (order === null) checkCycles(graph, problems);
  checkReach(drawn, triggers, problems);
  if (order !== null) checkPaths(graph, order, triggers, problems);
  return report(problems);
}

/** A half of a character, or NUL, which databases refuse; not after a backslash that stands for itself. */
const BROKEN_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** A copy that no getter, proxy or cycle is in; undefined where there is none. */
function copyOf(input: unknown): unknown {
  try {
    const text = JSON.stringify(input);
    return BROKEN_TEXT.test(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function report(problems: readonly Problem[]): Report {
  const sorted = problems.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { valid: !problems.some(isError), problems: sorted };
}

function checkCounts(nodes: readonly GraphNode[], { graph }: Drawn, problems: Problem[]): void {
  const triggers = nodes.flatMap((node, index) => (isObject(node) && node.type === "trigger" ? [index] : []));
  const waits = nodes.filter((node) => isObject(node) && isWait(node)).length;
  if (waits > 30) problems.push({ code: "too-many-waits", path: "/nodes" });
  const [, second] = triggers;
  const ids = new Set(triggers.map((index) => nodes[index]?.id));
  if (second !== undefined && ids.size > 1) problems.push({ code: "several-triggers", path: `/nodes/${second}` });
  // A node of unknown type that nothing leads to is most likely the trigger.
  const mayBeTypo = () =>
    nodes.some((node, index) => {
      const isKnown =
        isObject(node) && ["trigger", "action", "condition", "wait", "round_robin", "end"].includes(node.type);
      return !isKnown && (!graph.hasNode(`n${index}`) || graph.inDegree(`n${index}`) === 0);
    });
  if (triggers.length === 0 && !mayBeTypo()) problems.push({ code: "no-trigger", path: "/nodes" });
}

/** Exits that should lead somewhere. */
function checkWays({ graph, used, unclear }: Drawn, problems: Problem[]): void {
  graph.forEachNode((key, { node, index, required, buttons, isAmbiguous }) => {
    if (isAmbiguous) return;
    const path = `/nodes/${index}`;
    const leaves = (handle: string) => used.has(`${key} ${handle}`);
    for (const handle of required) {
      if (leaves(handle)) continue;
      problems.push({ code: node.type === "condition" ? "branch-without-edge" : "exit-without-edge", path });
    }
    const open = buttons.filter((handle) => !leaves(handle));
    if (buttons.length > 1 && open.length < buttons.length && !leaves("replied") && !leaves("next"))
      problems.push(...open.map(() => ({ code: "button-without-edge", path }) as const));
    const parts = partsOf(node);
    if (unclear.has(key)) return;
    if (node.type === "trigger" && !leaves("next")) problems.push({ code: "nothing-after-trigger", path });
    if (node.type === "condition" && Array.isArray(parts) && parts.length > 0 && !leaves("fallback"))
      problems.push({ code: "condition-without-fallback", path });
    if (awaitsReply(node) && !leaves("timeout")) problems.push({ code: "reply-without-timeout", path });
  });
}
