import type { Told } from "./kinds/kind.ts";
import type { Witness } from "./witness/types.ts";

/**
 * What is found in a workspace, with the places that bring it about. `shown` is the witness in which it was seen to happen;
 * null where nothing happens (`proved`), or where it is possible, and neither seen nor ruled out.
 */
export interface Finding extends Told {
  readonly shown: Witness | null;
  /** Whether it follows from the workspace as it is: an automation never starts. */
  readonly proved: boolean;
}

/** The automations that take part in what is told, by id. */
export const partiesOf = ({ places }: Told): string[] => [...new Set(places.map(({ automationId }) => automationId))];

/**
 * Equal for findings of one kind about the same automations and thing, in whatever way they meet.
 *
 * @example
 * ```ts
 * import { findingKey } from "@trilho/engine/interactions";
 *
 * const places = ["au_2", "au_1"].map((automationId) => ({ automationId, nodeId: "say", path: "" }));
 * const key = findingKey({ code: "same-message", params: { meeting: "one-event" }, places });
 * key === findingKey({ code: "same-message", params: {}, places: places.toReversed() }); // true
 * ```
 */
export const findingKey = (told: Told): string =>
  JSON.stringify([told.code, partiesOf(told).toSorted(), told.params["thing"], told.params["id"]]);
