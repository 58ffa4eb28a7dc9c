import { addressesIn, isEmailAddress, isWebAddress } from "../contract/addresses.ts";
import type { ActionType } from "../contract/definition.ts";
import { isFilled } from "../contract/filled.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { mayHoldLiquid } from "../contract/liquid-marks.ts";
import type { FailureReason } from "../contract/run.ts";
import type { WorkspaceStage } from "../contract/scenario.ts";
import type { SETTINGS } from "../failures/tables/settings.ts";
import { buttonsOf } from "../graph/buttons.ts";
import { partsProblem } from "../whatsapp/parts.ts";

/** Why an action fails, and the setting that says so. */
export interface SettingsFailure {
  readonly key: string;
  readonly reason: FailureReason<keyof typeof SETTINGS>;
}

/** What settings are held to. */
interface Surroundings {
  /** Without them, moves and new deals are not looked at. */
  readonly stages?: readonly WorkspaceStage[] | undefined;
}

type Check = (config: JsonObject, around: Surroundings) => SettingsFailure | null;

/**
 * Why an action fails whatever the world answers, by its settings alone; null where they do not tell. What Liquid has yet to
 * fill in is not known.
 *
 * @example
 * ```ts
 * import { settingsFailure } from "@trilho/engine";
 *
 * settingsFailure("send_email", { to: "nobody", subject: "Hi" });
 * // { key: "to", reason: { code: "mail-recipient-wrong", params: {} } }
 * ```
 */
export const settingsFailure = (
  actionType: ActionType,
  config: JsonObject,
  around: Surroundings = {},
): SettingsFailure | null => (Object.hasOwn(CHECKS, actionType) && CHECKS[actionType]?.(config, around)) || null;

const CHECKS: Partial<Record<ActionType, Check>> = {
  send_whatsapp(config) {
    const link = literal(config["mediaLink"]);
    if (link !== null && !/^https?:\/\//i.test(link)) return failing("mediaLink", "media-not-web");
    const given = (key: string): string | null => (isFilled(config[key]) ? config[key] : null);
    return partsProblem({
      text: given("text"),
      template: given("templateName"),
      link,
      assetId: literal(config["mediaAssetId"]),
      buttons: buttonsOf(config).length,
    });
  },

  send_email(config) {
    const to = literal(config["to"]);
    const replyTo = literal(config["replyTo"]);
    if (to !== null && !areAddresses(addressesIn(to))) return failing("to", "mail-recipient-wrong");
    return replyTo === null || isEmailAddress(replyTo) ? null : failing("replyTo", "mail-reply-to-wrong");
  },

  webhook({ url }) {
    if (typeof url === "string" && mayHoldLiquid(url)) return null;
    return isFilled(url) && isWebAddress(url.trim()) ? null : failing("url", "webhook-not-web");
  },

  /** Of an open deal: one that is lost may move among lost stages without another reason. */
  move_stage({ targetStageId, lostReason }, { stages }) {
    const stage = stages?.find(({ id }) => id === targetStageId);
    if (stage === undefined) return null;
    if (stage.isLost === true) return isFilled(lostReason) ? null : failing("lostReason", "loss-reason-missing");
    return literal(lostReason) === null ? null : failing("lostReason", "loss-reason-not-lost");
  },

  create_lead({ stageId }, { stages }) {
    const stage = stages?.find(({ id }) => id === stageId);
    return stage?.isWon === true || stage?.isLost === true ? failing("stageId", "stage-final") : null;
  },

  add_co_owner: ({ userId }) => (isFilled(userId) ? null : failing("userId", "co-owner-missing")),
};

const failing = (key: string, code: SettingsFailure["reason"]["code"]): SettingsFailure => ({
  key,
  reason: { code, params: {} },
});

const areAddresses = (all: readonly string[]): boolean => all.length > 0 && all.every(isEmailAddress);

/** A text as it will be read, without the blanks around it; null where nothing is said, or Liquid says it later. */
const literal = (value: JsonValue | undefined): string | null =>
  isFilled(value) && !mayHoldLiquid(value) ? value.trim() : null;
