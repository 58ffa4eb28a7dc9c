import { TRIGGER_TYPES } from "@trilho/engine";
import { text } from "../../i18n/use-text.ts";
import type { TextKey } from "../../i18n/resources.ts";
import { triggerText } from "../trigger-text.ts";

type Key = TextKey<"starts">;

/**
 * When an automation starts, as the beginning of a sentence of the current language: "When a deal enters Proposta".
 * @param place the name of the stage or pipeline that it is limited to; null for everywhere
 */
export function triggerSentence(triggerType: string, place: string | null): string {
  if (!Object.hasOwn(TRIGGER_TYPES, triggerType)) {
    return inPlace(text("starts", "unknown", { event: triggerText(triggerType) }), place);
  }
  const moves = triggerType === "stage_entered" || triggerType === "stage_left";
  if (place !== null && moves) return text("starts", `${triggerType}_place` as Key, { place });
  return inPlace(text("starts", triggerType as Key), place);
}

const inPlace = (when: string, place: string | null): string =>
  place === null ? when : text("starts", "in", { when, place });
