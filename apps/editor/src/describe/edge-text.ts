import type { GraphNode } from "@trilho/engine";
import { shapeOf } from "../document/layout/geometry.ts";
import { currentTexts } from "../i18n/texts.ts";
import { text } from "../i18n/use-text.ts";
import { handleName } from "./node-label.ts";

/** An exit of a step: "Condition, branch: VIP", and "After Wait 2 days" where there is but one. */
export function edgeText(node: GraphNode, handle: string, step: string): string {
  const port = shapeOf(node, new Set([handle])).ports.find((each) => each.handle === handle);
  if (port?.kind === "next" || (port === undefined && handle === "next")) return text("compare", "wayNext", { step });
  return text("compare", "way", {
    step,
    way: port ? handleName(port, currentTexts().getFixedT(null, "builder")) : handle,
  });
}
