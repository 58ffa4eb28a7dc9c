import * as fc from "fast-check";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Facts } from "../../contract/run.ts";
import type { StartRules, TriggerEvent } from "../start-rules.ts";

/** An automation, an event that it may listen to, and the facts of then. */
export interface Meeting {
  rules: StartRules;
  event: TriggerEvent;
  facts: Facts;
}

// Few values, so that events and automations often meet.
const id = fc.constantFrom("a", "b");
const idOrNone = fc.constantFrom("a", "b", "", null);
const ids = fc.array(id, { maxLength: 2 });
const list = fc.oneof(ids, fc.constantFrom("", "a", null));
const word = fc.constantFrom("sim", "não", "Olá", " ", "");
const said = fc.constantFrom("Sim!", "assim", "nao, obrigado", "OLA, SIM", "", null);

/** By trigger: its settings, and what its events bring. */
const KINDS: Readonly<Record<string, readonly [config: Shape, payload: Shape]>> = {
  deal_created: [{ source: idOrNone }, { source: id }],
  deal_updated: [{ fields: list }, { fields: ids }],
  stage_entered: [
    { stageId: idOrNone, fromStageId: idOrNone },
    { stageId: id, fromStageId: id },
  ],
  stage_left: [
    { stageId: idOrNone, toStageId: idOrNone },
    { stageId: id, toStageId: id },
  ],
  deal_won: [{}, {}],
  deal_lost: [{ lostReasons: list }, { lostReason: fc.constantFrom("a", "b", null) }],
  tag_added: [{ tagIds: list }, { tagId: id }],
  tag_removed: [{ tagIds: list }, { tagId: id }],
  custom_field_changed: [
    { fieldSlug: idOrNone, value: fc.constantFrom("a", "5", "true", "", null) },
    { fieldSlug: id, to: fc.constantFrom<JsonValue>("a", 5, true, ["a", "b"], null) },
  ],
  message_received: [
    { channelId: idOrNone, keywords: fc.array(word, { maxLength: 2 }) },
    { channelId: id, text: said },
  ],
  task_completed: [{ assigneeUserId: idOrNone }, { assigneeUserId: id }],
  deal_idle: [{ idleSeconds: fc.constantFrom<JsonValue>(60, 3600, 86_400, "1 h", null) }, { automationId: id }],
  incoming_webhook: [{ auth: fc.constantFrom<JsonValue>("none", "basic", "oauth", null) }, { automationId: id }],
  of_another_service: [{ stageId: idOrNone }, { stageId: id }],
};
type Shape = Readonly<Record<string, fc.Arbitrary<JsonValue>>>;

const record = (shape: Shape): fc.Arbitrary<JsonObject> =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

const rule = fc.record({
  field: fc.constant("deal.value"),
  operator: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("=", ">=", "<") },
    { weight: 1, arbitrary: fc.constant("like") },
  ),
  value: fc.constantFrom(1, 2),
});

/** One rule group of rules, or what is none. */
const query: fc.Arbitrary<JsonObject | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  {
    weight: 4,
    arbitrary: fc.record({
      combinator: fc.constantFrom("and", "or"),
      not: fc.boolean(),
      rules: fc.array(rule, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<JsonObject>({}, { combinator: "xor", rules: [] }, { combinator: "and" }) },
);

const time = fc.constantFrom("00:00", "02:00", "03:00", "09:00", "18:00", "22:00");
/** As a rule hours that can be read: the end is another time than the beginning. */
const row = fc
  .record({
    weekday: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(1, 2, 6, 7, 7, 7) },
      { weight: 1, arbitrary: fc.constant(8) },
    ),
    from: time,
    to: fc.oneof({ weight: 20, arbitrary: time }, { weight: 2, arbitrary: fc.constantFrom("24:00", "9:00") }),
  })
  .map((hours) => (hours.from === hours.to && hours.weekday !== 2 ? { ...hours, to: "24:00" } : hours));
const zone = fc.constantFrom("America/Sao_Paulo", "Europe/Berlin", "Asia/Kathmandu", "UTC");
const window: fc.Arbitrary<JsonObject | null> = fc.oneof(
  fc.constant(null),
  fc.record(
    {
      days: fc.array(row, { maxLength: 3 }),
      timeZone: fc.oneof({ weight: 5, arbitrary: zone }, { weight: 2, arbitrary: fc.constantFrom(null, "", "Brazil") }),
    },
    { requiredKeys: ["days"] },
  ),
);

/** Half hours around the nights in which clocks change in Berlin, and a week in between. */
const at = fc
  .tuple(
    fc.constantFrom("2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z", "2026-06-01T00:00:00Z"),
    fc.nat({ max: 150 }),
    fc.constantFrom(0, -1),
  )
  .map(([from, halfHours, ms]) => Date.parse(from) + halfHours * 1_800_000 + ms);

const meetingOf = (type: string, [config, payload]: readonly [Shape, Shape]): fc.Arbitrary<Meeting> =>
  fc
    .record({
      place: fc.record({
        scope: fc.constantFrom("global", "global", "pipeline", "stage"),
        pipelineId: id,
        stageId: id,
      }),
      config: record({ ...config, filter: query }),
      triggerWindow: window,
      conditions: query,
      onSince: fc.option(at, { freq: 9 }),
      switched: fc.constantFrom(true, false, false),
      triggerType: fc.oneof(
        { weight: 8, arbitrary: fc.constant(type) },
        { weight: 1, arbitrary: fc.constant("other") },
      ),
      payload: fc.record(payload),
      dealId: fc.constantFrom("de_1", "de_1", null),
      at,
      timeZone: zone,
      depth: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(0, 9) },
        { weight: 1, arbitrary: fc.constantFrom(10, 11) },
      ),
      deal: record({ value: fc.constantFrom(1, 2, 3), pipelineId: id, stageId: id }),
    })
    .map(({ place, config: triggerConfig, onSince, switched, triggerType, payload: brought, deal, ...given }) => {
      const { triggerWindow, conditions, ...happened } = given;
      const asked = { id: "a", triggerType, ...place, triggerConfig, triggerWindow, conditions };
      return {
        rules: { ...asked, ...(switched && { onSince }) } as StartRules,
        event: { type, payload: brought, ...happened },
        facts: { deal },
      };
    });

export const meetings: fc.Arbitrary<Meeting> = fc.oneof(
  ...Object.entries(KINDS).map(([type, shapes]) => meetingOf(type, shapes)),
);
