import { isFilled } from "../../contract/filled.ts";
import type { JsonValue } from "../../contract/json.ts";
import { pointer } from "../../json/pointer.ts";
import { customSlug, isToldField } from "../../trigger/deal-events.ts";
import { gone, isWithin } from "./never.ts";
import type { Looked, Never } from "./never.ts";

const chosenIn = (value: JsonValue | undefined): string[] => [value ?? []].flat().filter(isFilled);

/** A setting of the trigger all of whose choices are gone. */
export function inSettings({ known: { automation, settings }, read, things }: Looked): Never | null {
  for (const [key, value] of Object.entries(settings)) {
    if (key === "filter") continue;
    const path = pointer("triggerConfig", key);
    const named = read.filter(({ place, kind }) => kind !== "field" && isWithin(place.path, path));
    const [first] = named;
    if (!first?.id || named.length < chosenIn(value).length) continue;
    if (named.every(({ kind, id }) => id !== null && things.isGone(kind, id)))
      return gone(first.kind, first.id, first.place.path);
  }
  return automation.triggerType === "deal_updated" ? inFields(chosenIn(settings["fields"])) : null;

  /** Fields of which no change is told. */
  function inFields(fields: readonly string[]): Never | null {
    const missing = fields.filter((field) => {
      const slug = customSlug(field);
      return slug === null ? !isToldField(field) : things.isGone("customField", slug);
    });
    const [first] = missing;
    return first !== undefined && missing.length === fields.length
      ? gone(customSlug(first) === null ? "field" : "customField", customSlug(first) ?? first, "/triggerConfig/fields")
      : null;
  }
}
