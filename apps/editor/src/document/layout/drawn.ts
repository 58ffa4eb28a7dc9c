import type { GraphDefinition } from "@trilho/engine";
import type { EditorServices } from "../context.ts";
import type { Placement } from "./placement.ts";
import { drawnPlacement } from "./unfolding.ts";

/** A definition with where its steps are drawn. */
export interface Drawn {
  definition: GraphDefinition;
  placement: Placement;
}

/** What the canvas of an editor shows now. */
export function drawnNow({ store, view }: Pick<EditorServices, "store" | "view">): Drawn {
  const { definition } = store.getState();
  return { definition, placement: drawnPlacement(definition, view.getState().unfolded) };
}
