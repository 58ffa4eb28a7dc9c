import type { ActionType } from "./definition.ts";
import { isFilled } from "./filled.ts";
import { isObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { KnownTriggerType } from "./triggers.ts";

/** What starts an automation, with its settings (`triggerType` and `triggerConfig` of the contract). */
export interface Trigger {
  type: string;
  config?: JsonObject | null;
}

/** What a run may have from its start, and actions may need. */
export type Brought = "deal" | "contact" | "conversation" | "comment";

type HowOften = "always" | "perhaps" | "never";

/** How often the runs of a trigger have something. */
export type Brings = Readonly<Record<Brought, HowOften>>;

const ABOUT_DEAL: Brings = { deal: "always", contact: "perhaps", conversation: "perhaps", comment: "never" };
const ABOUT_CONTACT: Brings = { deal: "perhaps", contact: "always", conversation: "perhaps", comment: "never" };
const ABOUT_NOBODY: Brings = { deal: "never", contact: "never", conversation: "never", comment: "never" };
const ABOUT_SOMEBODY: Brings = { deal: "perhaps", contact: "perhaps", conversation: "perhaps", comment: "never" };

/** What each trigger brings. */
const BRINGS: Readonly<Record<KnownTriggerType, Brings | ((config: JsonObject) => Brings)>> = {
  deal_created: ABOUT_DEAL,
  deal_updated: ABOUT_DEAL,
  stage_entered: ABOUT_DEAL,
  stage_left: ABOUT_DEAL,
  deal_won: ABOUT_DEAL,
  deal_lost: ABOUT_DEAL,
  tag_added: ABOUT_DEAL,
  tag_removed: ABOUT_DEAL,
  custom_field_changed: ABOUT_DEAL,
  task_completed: ABOUT_DEAL,
  deal_idle: ABOUT_DEAL,
  message_received: { ...ABOUT_CONTACT, conversation: "always" },
  instagram_comment: { ...ABOUT_CONTACT, comment: "always" },
  schedule: ({ forEachDeal }) => (forEachDeal === true ? ABOUT_DEAL : ABOUT_NOBODY),
  // Without a place in the body to look at, a call is about nobody.
  incoming_webhook: (config) =>
    ["dealSeqPath", "phonePath", "emailPath"].some((key) => isFilled(config[key])) ? ABOUT_SOMEBODY : ABOUT_NOBODY,
};

/**
 * What the runs of a trigger have; null for a trigger outside the catalogue, of which nothing is known.
 *
 * @example
 * ```ts
 * import { broughtBy } from "@trilho/engine";
 *
 * broughtBy({ type: "deal_created" })?.comment; // "never"
 * broughtBy({ type: "schedule", config: { forEachDeal: true } })?.deal; // "always"
 * ```
 */
export function broughtBy({ type, config }: Trigger): Brings | null {
  if (!Object.hasOwn(BRINGS, type)) return null;
  const brings = BRINGS[type as KnownTriggerType];
  return typeof brings === "function" ? brings(isObject(config) ? config : {}) : brings;
}

/** Why an action fails whose run has not what it needs: codes of `@trilho/engine/failures`. */
export type LackCode =
  | "deal-missing"
  | "contact-gone"
  | "conversation-missing"
  | "comment-missing"
  | "conversion-of-nobody"
  | "calendar-owner-gone";

/** One of `of` is enough, and so is a text under the config key `unless`. */
interface Need {
  readonly of: readonly [Brought, ...Brought[]];
  readonly lack: LackCode;
  readonly unless?: string;
}

const DEAL: Need = { of: ["deal"], lack: "deal-missing" };
const COMMENT: Need = { of: ["comment"], lack: "comment-missing" };

/** What each action needs of its run; null for what can always be tried. */
const NEEDS: Readonly<Record<ActionType, Need | null>> = {
  send_whatsapp: { of: ["contact"], lack: "contact-gone" },
  send_email: { of: ["contact"], lack: "contact-gone", unless: "to" },
  reply_instagram_comment: COMMENT,
  send_instagram_private_reply: COMMENT,
  hide_instagram_comment: COMMENT,
  close_conversation: { of: ["conversation"], lack: "conversation-missing" },
  move_stage: DEAL,
  add_tag: DEAL,
  remove_tag: DEAL,
  set_custom_field: DEAL,
  assign_responsible: DEAL,
  add_co_owner: DEAL,
  create_task: DEAL,
  create_lead: null,
  create_calendar_event: { of: ["deal"], lack: "calendar-owner-gone", unless: "userId" },
  cia_deal_analysis: DEAL,
  wait: null,
  stop_automations: DEAL,
  webhook: null,
  send_meta_conversion: { of: ["contact", "deal"], lack: "conversion-of-nobody" },
};

/** What a run lacks for an action, and the code of the failure that follows. */
export interface Lack {
  readonly of: Brought;
  readonly code: LackCode;
}

/**
 * What an action needs and no run of a trigger has, so that it always fails for good; null where it may succeed.
 *
 * @example
 * ```ts
 * import { lackOf } from "@trilho/engine";
 *
 * lackOf({ type: "deal_created" }, "reply_instagram_comment"); // { of: "comment", code: "comment-missing" }
 * lackOf({ type: "instagram_comment" }, "reply_instagram_comment"); // null
 * lackOf({ type: "schedule" }, "send_email", { to: "team@acme.example" }); // null
 * ```
 */
export function lackOf(trigger: Trigger, actionType: ActionType, config: JsonObject = {}): Lack | null {
  const brings = broughtBy(trigger);
  return brings && lackAmong(actionType, config, (each) => brings[each] !== "never");
}

/**
 * The same of a run of which is known what it has.
 *
 * @example
 * ```ts
 * import { lackAmong } from "@trilho/engine";
 *
 * lackAmong("send_email", {}, (each) => each === "deal"); // { of: "contact", code: "contact-gone" }
 * lackAmong("add_tag", { tagIds: ["tg_1"] }, (each) => each === "deal"); // null
 * ```
 */
export function lackAmong(actionType: ActionType, config: JsonObject, has: (each: Brought) => boolean): Lack | null {
  const need = NEEDS[actionType];
  if (need === null || (need.unless !== undefined && isFilled(config[need.unless]))) return null;
  return need.of.some(has) ? null : { of: need.of[0], code: need.lack };
}
