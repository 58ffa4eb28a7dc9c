import { awaitsReply, DAY_SECONDS, isObject } from "@trilho/engine";
import type { GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { stagePlace, type Lookup } from "../document/lookup.ts";
import { formatDuration } from "../i18n/duration.ts";
import { currentLocale } from "../i18n/use-text.ts";
import { formText } from "./form-text.ts";
import { shortQuery } from "./query-text.ts";
import { stepKey } from "../document/steps.ts";

/** One thing that a card says of a step, in a few words. */
export interface Fact {
  text: string;
  /** What it is of: the name of a branch. */
  lead?: string;
  /** The colour that a stage or tag has in the CRM. */
  color?: string;
}

/** What a card says of a step beyond its line of text. */
export interface Facts {
  /** In place of the line, as there is more to see than to read: tags, branches with their rules. */
  instead: readonly Fact[];
  /** Below the line: who has a task, and when it is due. */
  also: readonly Fact[];
  /** Texts say by themselves that they are messages or tasks: a card with a name of its own leaves out their kind. */
  speaks: boolean;
}

type FactReader = (settings: JsonObject, names: Lookup) => readonly Fact[];

const t = (key: string, params?: Record<string, string | number>): string => formText(`detail.${key}`, params);

const isText = (value: JsonValue | undefined): value is string => typeof value === "string" && value.trim() !== "";

function coloured(id: string, text: string, names: Lookup): Fact {
  const color = names.colorOf?.(id) ?? null;
  return color === null ? { text } : { text, color };
}

const tags: FactReader = ({ tagIds }, names) =>
  Array.isArray(tagIds)
    ? tagIds.filter(isText).map((id) => coloured(id, names.tagName(id) ?? t("unknownTag"), names))
    : [];

const stage: FactReader = ({ targetStageId: id }, names) =>
  isText(id) ? [coloured(id, stagePlace(id, names) ?? t("unknownStage"), names)] : [];

/** Each branch with its rule in words. */
const branches: FactReader = ({ branches: all }, names) =>
  Array.isArray(all)
    ? all.filter(isObject).map(({ label, query }, index) => ({
        lead: isText(label) ? label : formText("parts.branch.unnamed", { number: index + 1 }),
        text: shortQuery(query, names) || t("noRules"),
      }))
    : [];

/** Each exit with the share of the runs that it gets: "Ana 50%". */
const shares: FactReader = ({ exits }) => {
  const all = Array.isArray(exits) ? exits.filter(isObject) : [];
  const weights = all.map(({ weight }) => (typeof weight === "number" && weight >= 0 ? weight : 1));
  const sum = weights.reduce((one, other) => one + other, 0);
  const percent = new Intl.NumberFormat(currentLocale(), { style: "percent", maximumFractionDigits: 0 });
  return all.map(({ label }, index) => ({
    text: t("share", {
      name: isText(label) ? label : formText("parts.rr.unnamed", { number: index + 1 }),
      share: percent.format(sum > 0 ? (weights[index] ?? 0) / sum : 0),
    }),
  }));
};

const seconds = (value: JsonValue | undefined): number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : DAY_SECONDS;

/** Who does something, and when. */
const whoAndWhen =
  (who: string, when: string, key: "dueIn" | "startsIn"): FactReader =>
  (settings, names) => {
    const id = settings[who];
    const person = isText(id) ? (names.userName(id) ?? t("unknownUser")) : t("toResponsible");
    return [{ text: t(key, { duration: formatDuration(seconds(settings[when]), 2) }) }, { text: person }];
  };

const INSTEAD: Readonly<Record<string, FactReader>> = {
  add_tag: tags,
  remove_tag: tags,
  move_stage: stage,
  condition: branches,
  round_robin: shares,
};

const ALSO: Readonly<Record<string, FactReader>> = {
  create_task: whoAndWhen("assigneeUserId", "dueInSeconds", "dueIn"),
  create_calendar_event: whoAndWhen("userId", "startsInSeconds", "startsIn"),
};

const SPEAKING: ReadonlySet<string> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
  "create_task",
  "create_calendar_event",
]);

const NOTHING: readonly Fact[] = [];

/** What a card says of a step beside its line. Never throws, whatever the settings hold. */
export function factsOf(node: GraphNode, names: Lookup): Facts {
  const given: unknown = node.type === "condition" ? node.condition : node.config;
  const settings = isObject(given) ? given : {};
  const key = stepKey(node);
  const read = (readers: Readonly<Record<string, FactReader>>): readonly Fact[] =>
    Object.hasOwn(readers, key) ? (readers[key]?.(settings, names) ?? NOTHING) : NOTHING;
  const speaks = SPEAKING.has(key);
  if (!awaitsReply(node)) return { instead: read(INSTEAD), also: read(ALSO), speaks };
  const duration = formatDuration(seconds(settings["replyTimeoutSeconds"]), 2);
  return { instead: NOTHING, speaks, also: [{ text: t("answerIn", { duration }) }] };
}
