import type { JsonValue } from "@trilho/engine";
import type { Happening } from "@trilho/engine/workspace";
import { nameOf, valueText } from "../../describe/query-text.ts";
import { triggerText } from "../../describe/trigger.ts";
import type { Lookup } from "../../document/lookup.ts";
import type { Field } from "@trilho/engine";
import type { Text } from "../../i18n/use-text.ts";

export interface StoryWords {
  t: Text<"interactions">;
  names: Lookup;
  fields: readonly Field[];
}

/** What people or the world do, in a sentence. */
export function happeningText(happening: Happening, { t, names, fields }: StoryWords): string {
  switch (happening.type) {
    case "deal_created":
      return t("story.created");
    case "message":
      return t("story.wrote", { text: happening.reply.text ?? happening.reply.buttonId ?? "" });
    case "event":
      return triggerText(happening.event);
    case "deal_changed": {
      const { set = {}, addTagIds = [], removeTagIds = [] } = happening;
      const tag = (id: string): string => names.tagName(id) ?? id;
      return [
        ...Object.entries(set).flatMap(([name, value]) => changeText(name, value, { t, names, fields })),
        ...addTagIds.map((id) => t("story.tagged", { tag: tag(id) })),
        ...removeTagIds.map((id) => t("story.untagged", { tag: tag(id) })),
      ].join(" ");
    }
  }
}

function changeText(name: string, value: JsonValue | undefined, words: StoryWords): string[] {
  const { t, names, fields } = words;
  if (name === "stageId") return [t("story.moved", { stage: nameOf("stage", String(value), names) ?? String(value) })];
  if (name === "status" && (value === "won" || value === "lost")) return [t(`story.${value}`)];
  // A deal that is lost is lost for a reason.
  if (name === "lostReason") return [t("story.because", { reason: String(value) })];
  const field = fields.find((each) => each.name === `deal.${name}`) ?? null;
  return [t("story.set", { field: field?.label ?? name, value: valueText(value, field, names) })];
}

/** What a deal or its contact is like, a fact a text: "Value: 12,000". */
export function factTexts(facts: object, group: "deal" | "contact", { t, names, fields }: StoryWords): string[] {
  // The pipeline stands beside its stage.
  const told = "pipelineId" in facts ? { ...names, stagePlace: names.stageName } : names;
  return Object.entries(facts).flatMap(([key, value]: [string, JsonValue]): string[] => {
    // Any deal is open at first.
    if (value === null || (Array.isArray(value) && value.length === 0) || (key === "status" && value === "open"))
      return [];
    if (typeof value === "object" && !Array.isArray(value))
      return Object.entries(value).flatMap(([slug, each]) => factOf(`${group}.${key}.${slug}`, each));
    return factOf(`${group}.${key}`, value);
  });

  function factOf(name: string, value: JsonValue): string[] {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return [];
    const values = [value].flat().map((each) => valueText(each, field, told));
    return [t("story.fact", { field: field.label, value: values.join(", ") })];
  }
}
