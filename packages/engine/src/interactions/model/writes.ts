import { CUSTOM_FIELD_PREFIX } from "../../contract/fields.ts";
import { isFilled } from "../../contract/filled.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Rule, RuleGroup } from "../../contract/query.ts";
import { canonical } from "../../json/canonical.ts";

/** What an action makes of one thing of its deal. `id` is the tag's or the field's slug, and empty for what a deal has once. */
export interface Write {
  readonly kind: "stage" | "tag" | "field" | "responsible";
  readonly id: string;
  /** Of a tag, whether it is there afterwards. */
  readonly value: JsonValue;
}

/** What an action writes that another one may undo. What Liquid fills in is not known. */
export function actionWrites(
  actionType: string,
  config: JsonObject,
  fieldSlugs: Readonly<Record<string, string>>,
): Write[] {
  switch (actionType) {
    case "move_stage":
      return single("stage", config["targetStageId"]);
    case "assign_responsible":
      return single("responsible", config["userId"]);
    case "add_tag":
    case "remove_tag":
      return tagsOf(config).map((id) => ({ kind: "tag", id, value: actionType === "add_tag" }));
    case "set_custom_field":
      return fieldWrite(config, fieldSlugs);
    default:
      return [];
  }
}

const isLiquid = (value: JsonValue | undefined): boolean => typeof value === "string" && /\{[{%]/.test(value);

const single = (kind: Write["kind"], value: JsonValue | undefined): Write[] =>
  isFilled(value) && !isLiquid(value) ? [{ kind, id: "", value }] : [];

const tagsOf = ({ tagIds }: JsonObject): string[] => [...new Set([tagIds ?? []].flat().filter(isFilled))];

function fieldWrite({ fieldSlug, fieldId, value }: JsonObject, slugs: Readonly<Record<string, string>>): Write[] {
  const named = isFilled(fieldSlug) ? fieldSlug : isFilled(fieldId) ? fieldId : null;
  if (named === null || isLiquid(value)) return [];
  const slug = !isFilled(fieldSlug) && Object.hasOwn(slugs, named) ? (slugs[named] ?? named) : named;
  return [{ kind: "field", id: slug, value: value === "" ? null : (value ?? null) }];
}

/** Whether two writes are of one thing, and leave it different. */
export const areOpposite = (one: Write, other: Write): boolean =>
  one.kind === other.kind && one.id === other.id && canonical(one.value) !== canonical(other.value);

/** Equal for writes of one thing. */
export const writtenThing = ({ kind, id }: Write): string => `${kind} ${id}`;

/** What a deal is like of which some of the writes change something. */
export const unlike = (writes: readonly Write[]): RuleGroup => ({ combinator: "or", rules: writes.map(without) });

function without({ kind, id, value }: Write): Rule {
  switch (kind) {
    case "tag":
      return { field: "deal.tagIds", operator: value === true ? "doesNotContain" : "contains", value: id };
    case "stage":
      return { field: "deal.stageId", operator: "!=", value };
    case "responsible":
      return { field: "deal.responsibleUserId", operator: "!=", value };
    case "field":
      return { field: CUSTOM_FIELD_PREFIX + id, operator: "!=", value };
  }
}
