import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { KnownTriggerType } from "../contract/triggers.ts";
import { hasKeyword } from "./keywords.ts";

export type Payload = Readonly<Record<string, unknown>>;

/** What one setting of a trigger asks of an event. */
interface Setting {
  readonly name: string;
  /** What of the event it is compared with. */
  readonly seen: (payload: Payload) => unknown;
  readonly fits: (chosen: JsonValue | undefined, seen: unknown) => boolean;
}

/** A setting that an event does not fit. */
export interface Misfit {
  readonly setting: string;
  readonly seen: unknown;
  readonly asked: JsonValue;
}

/** A choice that was not made fits everything. */
const fits = (chosen: JsonValue | undefined, value: unknown): boolean =>
  chosen === undefined || chosen === null || chosen === "" || chosen === value;

/** One text is a list of one. */
const choices = (chosen: JsonValue | undefined): JsonValue[] =>
  (Array.isArray(chosen) ? chosen : [chosen ?? ""]).filter((choice) => choice !== "");

const fitsOne = (chosen: JsonValue | undefined, values: readonly unknown[]): boolean =>
  choices(chosen).length === 0 || choices(chosen).some((choice) => values.includes(choice));

/** What is no word is in no text. */
function fitsWords(words: JsonValue | undefined, text: unknown): boolean {
  const wanted = choices(words);
  const known = wanted.filter((word) => typeof word === "string");
  if (known.length === 0) return wanted.length === 0;
  return hasKeyword(typeof text === "string" ? text : "", known);
}

/** The setting is a text; the field's value may be a number, yes or no, or one of several. */
function becomes(chosen: JsonValue | undefined, to: unknown): boolean {
  const wanted = written(chosen);
  return fits(chosen, to) || (wanted !== null && [to].flat().some((item) => written(item) === wanted));
}

const written = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;

const is = (name: string): Setting => ({ name, seen: (payload) => payload[name], fits });

const oneOf = (name: string, key: string): Setting => ({
  name,
  seen: (payload) => payload[key],
  fits: (chosen, seen) => fitsOne(chosen, [seen]),
});

const words: Setting = { name: "keywords", seen: ({ text }) => text, fits: fitsWords };

const SETTINGS: Readonly<Record<KnownTriggerType, readonly Setting[]>> = {
  deal_created: [is("source")],
  deal_updated: [
    {
      name: "fields",
      seen: ({ fields }) => fields,
      fits: (chosen, seen) => fitsOne(chosen, Array.isArray(seen) ? seen : []),
    },
  ],
  stage_entered: [is("stageId"), is("fromStageId")],
  // The stage of the event is the one that was left.
  stage_left: [is("stageId"), is("toStageId")],
  deal_won: [],
  deal_lost: [oneOf("lostReasons", "lostReason")],
  tag_added: [oneOf("tagIds", "tagId")],
  tag_removed: [oneOf("tagIds", "tagId")],
  custom_field_changed: [is("fieldSlug"), { name: "value", seen: ({ to }) => to, fits: becomes }],
  message_received: [is("channelId"), words],
  instagram_comment: [is("channelId"), is("mediaId"), words],
  task_completed: [is("assigneeUserId")],
  // What these are meant for, and when, is settled when their event is written.
  deal_idle: [],
  schedule: [],
  incoming_webhook: [],
};

/** Which of a trigger's settings do not let an event through; TRIGGER_SCHEMAS name them for people. */
export function* misfits(type: string, config: JsonObject, payload: Payload): Generator<Misfit> {
  if (!Object.hasOwn(SETTINGS, type)) return;
  for (const setting of SETTINGS[type as KnownTriggerType]) {
    const chosen = config[setting.name];
    const seen = setting.seen(payload);
    if (!setting.fits(chosen, seen)) yield { setting: setting.name, seen, asked: chosen ?? null };
  }
}
