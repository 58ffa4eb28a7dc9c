import type { GraphDefinition } from "@trilho/engine";
import { findNode, mapNodes, positionOf, withUi } from "../document.ts";
import type { Point } from "../document.ts";
import { withPlaces } from "../layout/placement.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Puts steps to places. From then on all the others keep theirs, too. Nudges in a row are one entry. `ids`: who was moved. */
export function moveNodes(
  places: ReadonlyMap<string, Point>,
  how: "drag" | "nudge" = "drag",
  ids: readonly string[] = [...places.keys()],
): Command {
  return (definition) => {
    const done = {
      definition: withPlaces(definition, places),
      label: label(
        "move",
        ids.map((id) => findNode(definition, id)),
      ),
    };
    return how === "nudge" ? { ...done, coalesce: `nudge:${ids.join(" ")}` } : done;
  };
}

/** Goes back to the automatic layout, which also tidies every later change. */
export function tidyUp(): Command {
  return (definition) => {
    const tidy = mapNodes(definition, (node) => (positionOf(node) ? withUi(node, { position: undefined }) : node));
    return tidy === definition ? null : { definition: tidy, label: label("tidy", []) };
  };
}

/** Takes another definition in place of this one, as one entry of the history. */
export function replaceDocument(next: GraphDefinition): Command {
  return (definition) => (next === definition ? null : { definition: next, label: label("replace", []), select: [] });
}
