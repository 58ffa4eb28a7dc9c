import type { CustomField } from "@trilho/contract";
import { asTyped, buttonsOf } from "@trilho/engine";
import type { ActionType, JsonObject, JsonValue } from "@trilho/engine/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { mayHoldLiquid } from "@trilho/engine/liquid";
import { countryOf } from "../../../platform/service/phone.ts";
import { addressesIn, isEmailAddress } from "../../../platform/service/texts.ts";
import { partsProblem } from "../../conversations/whatsapp-parts.ts";
import { readCustomValues } from "../../reference/custom-fields/custom-values.ts";
import type { PipelineOutline } from "../../reference/reference.ts";

/** What the settings of actions are held to. */
export interface KnownOfActions {
  locale: string;
  customField: readonly CustomField[];
  pipelines: readonly PipelineOutline[];
}

/** Why an action fails, and the setting that says so. */
export interface CertainFailure {
  reason: FailureReason;
  key: string;
}

type Check = (config: JsonObject, known: KnownOfActions) => CertainFailure | null;

const failing = (key: string, reason: FailureReason): CertainFailure => ({ key, reason });

/** Why an action fails whatever the world answers, by its settings alone; null where they do not tell. */
export const certainFailure = (
  actionType: ActionType,
  config: JsonObject,
  known: KnownOfActions,
): CertainFailure | null => CHECKS[actionType]?.(config, known) ?? null;

const CHECKS: Partial<Record<ActionType, Check>> = {
  send_whatsapp(config) {
    const link = literal(config["mediaLink"]);
    const given = (key: string): string | null => (isGiven(config[key]) ? String(config[key]) : null);
    return partsProblem({
      text: given("text"),
      template: given("templateName"),
      // Of another address it is said that it is none of the web.
      link: link !== null && /^https?:\/\//i.test(link) ? link : null,
      assetId: literal(config["mediaAssetId"]),
      buttons: buttonsOf(config).length,
    });
  },

  send_email(config) {
    const to = literal(config["to"]);
    const replyTo = literal(config["replyTo"]);
    if (to !== null && !addressesIn(to).every(isEmailAddress))
      return failing("to", failureReason("mail-recipient-wrong"));
    return replyTo === null || isEmailAddress(replyTo)
      ? null
      : failing("replyTo", failureReason("mail-reply-to-wrong"));
  },

  move_stage(config, known) {
    const stage = stageOf(config["targetStageId"], known);
    if (stage === undefined) return null;
    if (stage.isLost)
      return isGiven(config["lostReason"]) ? null : failing("lostReason", failureReason("loss-reason-missing"));
    return literal(config["lostReason"]) === null ? null : failing("lostReason", failureReason("loss-reason-not-lost"));
  },

  create_lead(config, known) {
    const stage = stageOf(config["stageId"], known);
    return stage?.isWon || stage?.isLost ? failing("stageId", failureReason("stage-final")) : null;
  },

  add_co_owner: ({ userId }) => (isGiven(userId) ? null : failing("userId", failureReason("co-owner-missing"))),

  set_custom_field({ fieldId, fieldSlug, value = null }, { customField, locale }) {
    const field = customField.find(({ id, slug }) => (isGiven(fieldSlug) ? slug === fieldSlug : id === fieldId));
    // Which files were uploaded is not known here.
    if (field === undefined || field.fieldType === "file" || mayHoldLiquid(JSON.stringify(value))) return null;
    const given = asTyped(value, field.fieldType);
    const context = { fields: customField, country: countryOf(locale), files: new Map() };
    const [problem] = readCustomValues({ [field.slug]: given }, {}, context).problems;
    return problem?.reason === undefined ? null : failing("value", problem.reason);
  },
};

const isGiven = (value: JsonValue | undefined): boolean => typeof value === "string" && value.trim() !== "";

/** A text as it will be read; null where nothing is said, or Liquid says it later. */
const literal = (value: JsonValue | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" && !mayHoldLiquid(value) ? value : null;

const stageOf = (id: JsonValue | undefined, { pipelines }: KnownOfActions) =>
  pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id);
