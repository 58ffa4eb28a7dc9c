import { triggerTypeInfo } from "@trilho/engine";
import { catalogText } from "../i18n/catalog.ts";
import { capitalized } from "../i18n/plain-text.ts";
import type { TextKey } from "../i18n/resources.ts";
import { text } from "../i18n/use-text.ts";

/** A trigger type as people call it: "Stage entered"; one that the catalogue does not know is made readable. */
export function triggerText(triggerType: string): string {
  const known = triggerTypeInfo(triggerType);
  return known ? catalogText(known.label) : readable(triggerType);
}

function readable(name: string): string {
  const words = name.replaceAll(/[_\-.]+/g, " ").trim();
  return words === "" ? name : capitalized(words);
}

/**
 * When an automation starts, as the beginning of a sentence of the current language: "When a deal enters Proposta".
 * @param place the name of the stage or pipeline that it is limited to; null for everywhere
 */
export function triggerSentence(triggerType: string, place: string | null): string {
  const moves = triggerType === "stage_entered" || triggerType === "stage_left";
  if (place !== null && moves) return text("starts", `${triggerType}_place`, { place });
  const when =
    triggerTypeInfo(triggerType) === null
      ? text("starts", "unknown", { event: triggerText(triggerType) })
      : text("starts", triggerType as TextKey<"starts">);
  return place === null ? when : text("starts", "in", { when, place });
}
