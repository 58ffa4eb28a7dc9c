import type { JsonObject } from "@trilho/engine/contract";
import type {
  Happening,
  WorkspaceAutomation,
  WorkspaceDeal,
  WorkspaceMember,
  WorkspacePipeline,
  WorkspaceScenario,
} from "@trilho/engine/workspace";
import * as fc from "fast-check";
import { nextRunOf } from "../../../areas/automations/trigger-settings.ts";
import { automations, outcomes, outcomesOf } from "./automations.ts";
import { openStageIds, reasonOf, stageIds, tagIds, users, words } from "./graphs.ts";
import { seqOf, STAGES } from "./rows.ts";

const FROM = Date.parse("2025-01-06T12:00:00Z");
const MINUTE_MS = 60_000;
/** In which people do things. */
const MINUTES = 120;
/** Long enough for what follows from the last of them. */
const UNTIL = FROM + 26 * 60 * MINUTE_MS;
const TIME_ZONE = "America/Sao_Paulo";
const HOURS = { timeZone: TIME_ZONE, days: [1, 2].map((weekday) => ({ weekday, from: "09:00", to: "10:30" })) };
const CONTACTS = ["c1", "c2", "c3"];

const iso = (at: number): string => new Date(at).toISOString();
const minutes = fc.integer({ min: 1, max: MINUTES }).map((minute) => iso(FROM + minute * MINUTE_MS));
const contactIds = fc.constantFrom(...CONTACTS);

/** What deals are like at first, whoever made them. */
const facts = (stages: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      value: fc.nat(10),
      stageId: stages,
      responsibleUserId: users,
      tagIds: fc.constantFrom<string[]>([], ["t1"], ["t1", "t2"]),
      customFields: fc.constantFrom<JsonObject>({}, { segment: "a" }),
    })
    .map((drawn) => ({
      ...drawn,
      currency: "BRL",
      lostReason: null,
      ...reasonOf(drawn.stageId),
      coOwnerUserId: null,
    }));

const deals: fc.Arbitrary<readonly WorkspaceDeal[]> = fc
  .array(fc.tuple(fc.option(contactIds), facts(stageIds)), { minLength: 1, maxLength: 8 })
  .map((drawn) =>
    drawn.map(([contactId, given], place) => ({
      id: `d${place}`,
      contactId,
      facts: { ...given, source: "manual", expectedCloseAt: null, stageChangedAt: iso(FROM) },
    })),
  );

const changes: fc.Arbitrary<JsonObject> = fc.oneof(
  { arbitrary: stageIds.map((stageId) => ({ stageId, ...reasonOf(stageId) })), weight: 3 },
  fc.nat(10).map((value) => ({ value })),
  fc.option(words).map((word) => ({ "customFields.segment": word })),
  users.map((responsibleUserId) => ({ responsibleUserId })),
  fc.option(users).map((coOwnerUserId) => ({ coOwnerUserId })),
  fc.nat(48).map((hours) => ({ expectedCloseAt: iso(FROM + hours * 60 * MINUTE_MS) })),
);

/** The automations among which it is done, if one takes it. */
type Deed = (at: string, place: number, among: readonly WorkspaceAutomation[]) => Happening | null;

/** Among whom turns go. */
const members: fc.Arbitrary<readonly WorkspaceMember[]> = fc
  .boolean()
  .map((active) => [{ id: "u1" }, { id: "u2" }, { id: "u3", active }]);
const memberIds = fc.constantFrom("u1", "u2", "u3");
const pipelines: fc.Arbitrary<readonly WorkspacePipeline[]> = fc
  .array(fc.record({ access: fc.uniqueArray(memberIds, { maxLength: 2 }), lastTurn: fc.option(memberIds) }), {
    minLength: 2,
    maxLength: 2,
  })
  .map((drawn) => drawn.map((each, place) => ({ id: `p${place + 1}`, ...each })));

/** What people and contacts do about these deals, and new ones. */
const deeds = (dealIds: readonly string[]): fc.Arbitrary<Deed> => {
  const dealId = fc.constantFrom(...dealIds);
  const changed = fc.tuple(fc.oneof({ arbitrary: dealId, weight: 4 }, fc.constantFrom("new0", "new1")), changes);
  return fc.oneof(
    {
      arbitrary: changed.map(([id, set]): Deed => (at) => ({ type: "deal_changed", at, dealId: id, set })),
      weight: 4,
    },
    fc.tuple(dealId, tagIds).map(([id, tagId]): Deed => (at) => ({
      type: "deal_changed",
      at,
      dealId: id,
      addTagIds: [tagId],
    })),
    fc.tuple(dealId, tagIds).map(([id, tagId]): Deed => (at) => ({
      type: "deal_changed",
      at,
      dealId: id,
      removeTagIds: [tagId],
    })),
    fc.tuple(fc.option(contactIds), facts(openStageIds)).map(([contactId, given]): Deed => (at, place) => ({
      type: "deal_created",
      at,
      deal: { id: `new${place}`, contactId, facts: { ...given, source: "api", expectedCloseAt: null } },
    })),
    // Some press a button of a message that nobody knows.
    fc.tuple(contactIds, words, fc.nat(3)).map(([contactId, text, presses]): Deed => (at) => ({
      type: "message",
      at,
      contactId,
      reply: presses === 0 ? { text, buttonId: text } : { text },
    })),
    fc.tuple(contactIds, words).map(([contactId, text]): Deed => (at) => ({
      type: "event",
      at,
      event: "instagram_comment",
      contactId,
      payload: { text },
    })),
    fc.option(dealId).map((id): Deed => (at, _, among) => {
      const automation = among.find(({ triggerType }) => triggerType === "incoming_webhook");
      if (automation === undefined) return null;
      const body: JsonObject = { text: "a", ...(id !== null && { deal: seqOf(id) }) };
      const payload = { automationId: automation.id, body };
      return { type: "event", at, event: "incoming_webhook", ...(id !== null && { dealId: id }), payload };
    }),
    dealId.map((id): Deed => (at) => ({
      type: "event",
      at,
      event: "task_completed",
      dealId: id,
      payload: { assigneeUserId: "u1" },
    })),
  );
};

/** The times of schedules, which the simulator is told. */
function timesOf({ id, triggerType, triggerConfig }: WorkspaceAutomation): Happening[] {
  if (triggerType !== "schedule") return [];
  const times: Happening[] = [];
  for (let at = nextAfter(FROM); at !== null && at <= UNTIL; at = nextAfter(at)) {
    times.push({ type: "event", at: iso(at), event: "schedule", payload: { automationId: id, scheduledAt: iso(at) } });
  }
  return times;

  function nextAfter(at: number): number | null {
    return nextRunOf({ triggerConfig }, TIME_ZONE, at);
  }
}

/** Workspaces in which something happens, from a Monday on. */
export const workspaces: fc.Arbitrary<WorkspaceScenario> = deals.chain((known) =>
  fc
    .record({
      automations: automations(6),
      deeds: fc.array(fc.tuple(minutes, deeds(known.map(({ id }) => id))), { minLength: 6, maxLength: 16 }),
      outcomes,
      members,
      pipelines,
      seed: fc.string({ maxLength: 2 }),
    })
    .map(({ deeds: drawn, outcomes: answers, ...rest }) => ({
      ...rest,
      outcomes: outcomesOf(rest.automations, answers),
      dealOutcomes: { d0: outcomesOf(rest.automations, answers.toReversed()) },
      // Places are of the order in time, as deals are made in it.
      events: [
        ...drawn
          .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
          .flatMap(([at, deed], place) => deed(at, place, rest.automations) ?? []),
        ...rest.automations.flatMap(timesOf),
      ],
      deals: known,
      contacts: CONTACTS.map((id) => ({ id, facts: { firstName: id } })),
      stages: STAGES,
      fieldSlugs: { f1: "segment" },
      from: iso(FROM),
      until: iso(UNTIL),
      timeZone: TIME_ZONE,
      businessHours: HOURS,
    })),
);
