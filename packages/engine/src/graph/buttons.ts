import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { mayHoldLiquid } from "../contract/liquid-marks.ts";
import type { Button } from "../contract/query.ts";

/** Up to so many are buttons below a WhatsApp message; more are the rows of a list. */
export const MAX_REPLY_BUTTONS = 3;

/** WhatsApp's limits, in characters. */
const MAX_BUTTON = 20;
const MAX_ROW = 24;

/** How many characters of each of `count` buttons are sent; no limit where a template brings texts of its own. */
export function buttonLimit({ templateName }: JsonObject, count: number): number {
  if (isFilled(templateName)) return Infinity;
  return count > MAX_REPLY_BUTTONS ? MAX_ROW : MAX_BUTTON;
}

/** What a button says: its label, else its id, cut to `limit` characters. A label with Liquid is cut once it is filled in. */
export function buttonText({ id, label }: { id: string; label?: unknown }, limit: number): string {
  const text = isFilled(label) ? label.trim() : id;
  if (text.length <= limit || mayHoldLiquid(text)) return text;
  // By character, so that none is cut in half.
  return Array.from(text).slice(0, limit).join("").trimEnd();
}

/**
 * The buttons of a WhatsApp message as its contact reads them, from its config; those without an id are left out.
 *
 * @example
 * ```ts
 * import { buttonsOf } from "@trilho/engine";
 *
 * buttonsOf({ buttons: [{ id: "yes", label: "Yes, please call me today" }, { id: "no" }] });
 * // [{ id: "yes", label: "Yes, please call me" }, { id: "no", label: "no" }]
 * ```
 */
export function buttonsOf(config: JsonObject): Required<Button>[] {
  const { buttons } = config;
  const known = Array.isArray(buttons) ? buttons.filter(isButton) : [];
  const limit = buttonLimit(config, known.length);
  return known.map((button) => ({ id: button.id, label: buttonText(button, limit) }));
}

export const isButton = (value: unknown): value is JsonObject & { id: string } =>
  isObject(value) && isFilled(value["id"]);
