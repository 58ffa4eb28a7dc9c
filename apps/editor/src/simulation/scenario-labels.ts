import { handleOf } from "@trilho/engine";
import type { GraphEdge, RunStatus, SimulationResult } from "@trilho/engine";
import { handleName } from "../describe/node-label.ts";
import type { T } from "../describe/node-label.ts";
import type { Text } from "../i18n/use-text.ts";
import { nodeName } from "../describe/node-label.ts";
import type { StepNames } from "../describe/node-name.ts";
import { findNode } from "../document/document.ts";
import { shapeOf } from "../document/layout/geometry.ts";
import type { SavedScenario } from "../document/saved-scenarios.ts";
import { differenceOf, pathOf } from "./path.ts";

/** Why a test fails, in words; null when its run goes as expected or cannot be told. */
export function failedExpectationText(
  { expect }: Pick<SavedScenario, "expect">,
  { status, trace }: SimulationResult,
  names: StepNames,
  t: Text<"scenarios">,
  statusWord: (status: RunStatus) => string,
): string | null {
  if (!expect) return null;
  const difference = differenceOf(expect.path, pathOf(trace));
  const name = (id: string): string => (findNode(names.definition, id) ? nodeName(id, names) : t("difference.gone"));
  if (difference) {
    const { after, expected, actual } = difference;
    if (after === null) return t("difference.start");
    if (actual === null) return t("difference.short", { after: name(after), expected: name(expected ?? "") });
    if (expected === null) return t("difference.further", { after: name(after), actual: name(actual) });
    return t("difference.other", { after: name(after), actual: name(actual), expected: name(expected) });
  }
  if (expect.status === status) return null;
  return t("difference.status", { actual: statusWord(status), expected: statusWord(expect.status) });
}

/** A connection in words: "How big?, branch: VIP, leads to Wait 2 days". */
export function edgeLabel(edge: GraphEdge, names: StepNames, say: T): string {
  const handle = handleOf(edge);
  const node = findNode(names.definition, edge.source);
  const port = node && shapeOf(node, new Set([handle])).ports.find((each) => each.handle === handle);
  const ends = { from: nodeName(edge.source, names), to: nodeName(edge.target, names) };
  if (!port || port.kind === "next") return say("edge.plain", ends);
  return say("edge.named", { ...ends, handle: handleName(port, say) });
}
