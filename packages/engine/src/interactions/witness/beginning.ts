import type { GraphNode } from "../../contract/definition.ts";
import type { FieldType } from "../../contract/fields.ts";
import { isFilled } from "../../contract/filled.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Rule } from "../../contract/query.ts";
import type { Facts } from "../../contract/run.ts";
import { withField } from "../../analyse/solve/facts.ts";
import { fieldByName, readField } from "../../query/fields.ts";
import type { Happening } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { Occurrence, OccurrenceType } from "./occurrence.ts";
import { rule, statusOf, wantedValues } from "./stages.ts";
import type { Stages } from "./stages.ts";

/** Ids of what a witness makes up. */
export const DEAL = "deal-1";
export const CONTACT = "contact-1";

/** Where any will do. */
const SOME_TAG = "tag-1";
const SOME_STAGE = "stage-1";

/** How an occurrence comes about: what the deal is like before and after it, and what happens. */
export interface Beginning {
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
  /** The same change as an action, so that what follows from it can be found. */
  readonly change: GraphNode | null;
  /** The facts before, made of those after it; null where there is no such deal. */
  readonly undo: (facts: Facts) => Facts | null;
  /** Null where nothing has to happen: time passes. */
  readonly happening: (facts: Facts, at: string) => Happening | null;
  /** How long before its instant the deal has to be there. */
  readonly restMs: number;
  /** The stages in which the deal may be before, the likeliest first; none where nothing is known of stages. */
  readonly stages: readonly string[];
}

const PLAIN: Omit<Beginning, "happening" | "stages"> = {
  before: [],
  after: [],
  change: null,
  undo: (facts) => facts,
  restMs: 0,
};

/** What is known where a beginning is looked for. */
interface Around {
  readonly stages: Stages;
  readonly starting: readonly KnownAutomation[];
  readonly asks: Occurrence["asks"];
}

/** Stages that are tried where a move may lead to any. */
const MOST_TARGETS = 3;

/** The ways in which an occurrence can come about that is to start some automations, the likeliest first. */
export function beginningsOf(
  { type, asks }: Occurrence,
  starting: readonly KnownAutomation[],
  stages: Stages,
): Beginning[] {
  return BEGINNINGS[type]({ stages, starting, asks });
}

const BEGINNINGS: Readonly<Record<OccurrenceType, (around: Around) => Beginning[]>> = {
  create: ({ stages, asks }) => [
    {
      ...PLAIN,
      stages: stages.open(),
      after: [
        ...asked("deal.stageId", asks["stageId"]),
        ...asked("deal.source", asks["source"]),
        ...tagsOf(asks).map((tagId) => rule("deal.tagIds", "contains", tagId)),
      ],
      happening: ({ deal = {} }, at) => ({
        type: "deal_created",
        at,
        deal: { id: DEAL, contactId: CONTACT, facts: made(deal, asks) },
      }),
    },
  ],
  move: (around) => targetsOf(around).map((to) => moveTo(to, around)),
  tag: ({ asks, stages }) => [tagging(asks, stages, true)],
  untag: ({ asks, stages }) => [tagging(asks, stages, false)],
  set: ({ asks, stages }) => [setting(asks, stages)],
  say: ({ asks, stages }) => [
    {
      ...PLAIN,
      stages: stages.open(),
      after: saying(asks),
      happening: (facts, at) => ({
        type: "message",
        at,
        contactId: CONTACT,
        reply: { text: textOf(facts, asks) },
        ...(isFilled(asks["channelId"]) && { channelId: asks["channelId"] }),
      }),
    },
  ],
  idle: ({ asks, stages }) => [
    { ...PLAIN, stages: stages.open(), happening: () => null, restMs: Number(asks["seconds"]) * 1000 },
  ],
  raise: ({ asks: { event, ofNobody, ...brought }, stages }) => [
    {
      ...PLAIN,
      stages: stages.all(),
      after: saying(brought),
      happening: (facts, at) => ({
        type: "event",
        at,
        event: String(event),
        ...(ofNobody !== true && { dealId: DEAL, contactId: CONTACT }),
        payload: { ...brought, ...(event === "instagram_comment" && { text: textOf(facts, brought) }) },
      }),
    },
  ],
};

/** The tags that a deal is made with. */
const tagsOf = ({ isTagged, tagId = SOME_TAG }: Occurrence["asks"]): JsonValue[] => (isTagged === true ? [tagId] : []);

function made(deal: JsonObject, asks: Occurrence["asks"]): JsonObject {
  const { stageId, source } = asks;
  const tagIds = tagsOf(asks);
  return {
    ...deal,
    ...(stageId !== undefined && { stageId }),
    ...(source !== undefined && { source }),
    ...(tagIds.length > 0 && { tagIds: [...new Set([...listOf(deal["tagIds"]), ...tagIds])] }),
  };
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const asked = (field: string, value: JsonValue | undefined): Rule[] =>
  value === undefined ? [] : [rule(field, "=", value)];

const saying = ({ text }: Readonly<Record<string, JsonValue>>): Rule[] =>
  isFilled(text) ? [rule("message.text", "contains", text)] : [];

function textOf(facts: Facts, { text }: Readonly<Record<string, JsonValue>>): string {
  const found = readField(facts, "message.text");
  return isFilled(found) ? found : isFilled(text) ? text : "Hello";
}

function targetsOf({ stages, starting, asks: { to, from, outcome } }: Around): (string | null)[] {
  if (isFilled(to)) return stages.mayExist(to) ? [to] : [];
  if (outcome !== undefined && !stages.isTold) return [null];
  const entering = starting.filter(({ automation }) => automation.triggerType !== "stage_left");
  const named = entering.flatMap(({ automation, settings }) => [
    ...(automation.scope === "stage" ? [automation.stageId] : []),
    ...wantedValues(automation.conditions, "deal.stageId"),
    ...wantedValues(settings["filter"], "deal.stageId"),
  ]);
  const pipelines = entering.flatMap(({ automation }) =>
    automation.scope === "pipeline" ? [automation.pipelineId] : [],
  );
  const fits = (id: string): boolean => {
    const stage = stages.get(id);
    if (id === from || stage === null) return id !== from && !stages.isTold;
    if (!pipelines.every((pipelineId) => pipelineId === stage.pipelineId)) return false;
    return outcome === undefined || statusOf(stage) === outcome;
  };
  const others = stages.isTold ? stages.beside(from) : ["stage-2"];
  return [...new Set([...named.filter((id) => id !== null), ...others])].filter(fits).slice(0, MOST_TARGETS);
}

/** A move to a stage; to none where only how the deal ends is known. */
function moveTo(to: string | null, { stages, starting, asks: { from, outcome, lostReason } }: Around): Beginning {
  const leaving = starting.filter(({ automation }) => automation.triggerType === "stage_left");
  const stage = stages.get(to);
  const isLost = stage?.isLost === true || outcome === "lost";
  const because = ({ deal = {} }: Facts): JsonObject =>
    isLost ? { lostReason: lostReason ?? deal["lostReason"] ?? "Price" } : {};
  const elsewhere = to === null || stages.isTold ? [] : [rule("deal.stageId", "notNull", null)];
  return {
    ...PLAIN,
    stages: from === undefined ? stages.open() : stages.all(),
    before: [
      ...(to === null ? [] : [rule("deal.stageId", "!=", to)]),
      ...(from === undefined ? elsewhere : [rule("deal.stageId", "=", from)]),
      ...leaving.flatMap(({ automation }) => stages.scopeRules(automation)),
    ],
    change:
      to === null ? null : { id: "change", type: "action", actionType: "move_stage", config: { targetStageId: to } },
    undo: (facts) => {
      // Without a stage that says so, it is the deal that has the reason.
      if (to === null) return { ...facts, deal: { ...facts.deal, status: "open", ...because(facts) } };
      const id = from ?? (stages.isTold ? stages.beside(to).find((each) => each !== to) : SOME_STAGE);
      return id === undefined ? null : { ...facts, deal: { ...facts.deal, ...stages.placeOf(id), lostReason: null } };
    },
    happening: (facts, at) => ({
      type: "deal_changed",
      at,
      dealId: DEAL,
      set: {
        ...(to === null ? { status: outcome ?? "won" } : { stageId: to }),
        ...because(facts),
      },
    }),
  };
}

function tagging({ tagId = SOME_TAG }: Occurrence["asks"], stages: Stages, isAdded: boolean): Beginning {
  const tagIds = [String(tagId)];
  return {
    ...PLAIN,
    stages: stages.all(),
    before: [rule("deal.tagIds", isAdded ? "doesNotContain" : "contains", tagId)],
    undo: (facts) => {
      const others = listOf(facts.deal?.["tagIds"]).filter((each) => each !== tagId);
      return withField(facts, "deal.tagIds", isAdded ? others : [...others, tagId]);
    },
    change: { id: "change", type: "action", actionType: isAdded ? "add_tag" : "remove_tag", config: { tagIds } },
    happening: (_, at) => ({
      type: "deal_changed",
      at,
      dealId: DEAL,
      ...(isAdded ? { addTagIds: tagIds } : { removeTagIds: tagIds }),
    }),
  };
}

/** A field is set to what its conditions ask for, and was empty. */
function setting({ field = "customFields.field", value }: Occurrence["asks"], stages: Stages): Beginning {
  const name = `deal.${String(field)}`;
  const usual = USUAL[fieldByName(name)?.type ?? "text"];
  const becomes = (facts: Facts): JsonValue => value ?? readField(facts, name) ?? usual;
  return {
    ...PLAIN,
    stages: stages.all(),
    after: asked(name, value),
    undo: (facts) => withField(facts, name, null),
    happening: (facts, at) => ({
      type: "deal_changed",
      at,
      dealId: DEAL,
      set: { [String(field)]: becomes(facts) } as JsonObject,
    }),
  };
}

const USUAL: Readonly<Record<FieldType, JsonValue>> = {
  text: "…",
  number: 100,
  boolean: true,
  date: "2026-02-01",
  id: "…",
  list: ["…"],
};
