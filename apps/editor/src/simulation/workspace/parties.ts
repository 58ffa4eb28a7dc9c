import type { GraphDefinition } from "@trilho/engine";
import type { Finding } from "@trilho/engine/interactions";
import { isDrawable } from "../../document/document.ts";

/** An automation that takes part in what happens in a workspace, and can be drawn. */
export interface Party {
  id: string;
  name: string;
  triggerType: string;
  definition: GraphDefinition;
}

/** What of an automation is drawn; its graph may be of any shape. */
interface Drawn {
  name: string;
  triggerType: string;
  graphDefinition: unknown;
}

/** Those that some places are in, each once, in their order. */
export function partiesOf(
  places: readonly { automationId: string }[],
  automationOf: (id: string) => Drawn | undefined,
): Party[] {
  return [...new Set(places.map(({ automationId }) => automationId))].flatMap((id) => {
    const { name = "", triggerType = "", graphDefinition: definition } = automationOf(id) ?? {};
    return isDrawable(definition) ? [{ id, name, triggerType, definition }] : [];
  });
}

/** Where a finding is brought about; of automations that it does not tell of, no more than their ids. */
export const placesOf = ({ places, shown }: Pick<Finding, "places" | "shown">): { automationId: string }[] => [
  ...places,
  ...(shown?.automationIds ?? []).map((automationId) => ({ automationId })),
];
