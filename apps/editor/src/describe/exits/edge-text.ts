import type { GraphNode } from "@trilho/engine";
import { shapeOf } from "../../document/layout/geometry.ts";
import { currentTexts } from "../../i18n/texts.ts";
import { text } from "../../i18n/use-text.ts";
import { handleName, handleWord } from "../node-label.ts";

const portOf = (node: GraphNode, handle: string) =>
  shapeOf(node, new Set([handle])).ports.find((each) => each.handle === handle);

const builderTexts = () => currentTexts().getFixedT(null, "builder");

/** An exit of a step: "Condition, branch: VIP", and "After Wait 2 days" where there is but one. */
export function edgeText(node: GraphNode, handle: string, step: string): string {
  const port = portOf(node, handle);
  if (port?.kind === "next" || (port === undefined && handle === "next")) return text("compare", "wayNext", { step });
  return text("compare", "way", { step, way: port ? handleName(port, builderTexts()) : handle });
}

/** What stands at an arrow in a drawing: "VIP", and nothing where a step has but one exit. */
export function exitWord(node: GraphNode, handle: string): string {
  const port = portOf(node, handle);
  if (port?.kind === "next" || (port === undefined && handle === "next")) return "";
  return port ? handleWord(port, builderTexts()) : handle;
}
