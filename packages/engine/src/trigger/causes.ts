import type { JsonObject, JsonValue } from "../contract/json.ts";

type Causes = (config: JsonObject, trigger: JsonObject) => boolean;

const moves: Causes = ({ targetStageId }, { stageId }) => isAny(stageId) || targetStageId === stageId;
const movesAway: Causes = ({ targetStageId }, { stageId }) => isAny(stageId) || targetStageId !== stageId;
const tags: Causes = ({ tagIds: of }, { tagIds: asked }) => {
  const [given, wanted] = [[of ?? []].flat(), [asked ?? []].flat()];
  return given.length > 0 && (wanted.length === 0 || wanted.some((tag) => given.includes(tag)));
};
const sets: Causes = ({ fieldSlug, fieldId }, { fieldSlug: asked }) =>
  isAny(asked) || (isAny(fieldSlug) ? !isAny(fieldId) : fieldSlug === asked);
const updates =
  (field: (config: JsonObject) => string): Causes =>
  (config, { fields }) => {
    const wanted = [fields ?? []].flat();
    return wanted.length === 0 || wanted.includes(field(config));
  };

const isAny = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === "";

/** Which actions may bring about the events of a trigger, by trigger and action. */
const CAUSES: Readonly<Record<string, Readonly<Record<string, Causes>>>> = {
  deal_created: { create_lead: () => true },
  deal_updated: {
    move_stage: updates(() => "stageId"),
    assign_responsible: updates(() => "responsibleUserId"),
    add_co_owner: updates(() => "coOwnerUserId"),
    set_custom_field: updates(({ fieldSlug }) => `customFields.${String(fieldSlug)}`),
  },
  stage_entered: {
    move_stage: moves,
    create_lead: ({ stageId }, asked) => moves({ targetStageId: stageId ?? null }, asked),
  },
  stage_left: { move_stage: movesAway },
  tag_added: { add_tag: tags },
  tag_removed: { remove_tag: tags },
  custom_field_changed: { set_custom_field: sets },
};

/** Whether an action, as far as its config says, may bring about an event that a trigger with some settings listens to. */
export function mayBringAbout(
  actionType: string,
  config: JsonObject,
  triggerType: string,
  settings: JsonObject,
): boolean {
  const causes = Object.hasOwn(CAUSES, triggerType) ? CAUSES[triggerType] : undefined;
  return causes !== undefined && Object.hasOwn(causes, actionType) && causes[actionType]?.(config, settings) === true;
}

/** The triggers whose events an action may bring about with some config, apart from how its deal ends. */
export const broughtAboutBy = (actionType: string): string[] =>
  Object.keys(CAUSES).filter((triggerType) => Object.hasOwn(CAUSES[triggerType] ?? {}, actionType));
