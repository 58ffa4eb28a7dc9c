import * as fc from "fast-check";
import { ACTION_TYPES } from "../../contract/definition.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Facts, RunControl, RunEvent, RunState } from "../../contract/run.ts";
import { RUN_STATUSES } from "../../contract/run.ts";
import type { AttemptOutcome, Outcome, Scenario } from "../../contract/scenario.ts";
import { handlesOf } from "../../graph/handles.ts";
import type { Standing } from "../controls.ts";

const partId = fc.constantFrom("a", "b", "c", "__proto__");
const query = fc.record({
  combinator: fc.constantFrom("and", "or"),
  rules: fc.array(
    fc.record({
      field: fc.constantFrom("deal.value", "deal.tagIds", "deal.stageId", "message.text"),
      operator: fc.constantFrom(">", "=", "contains", "null", "nope"),
      value: fc.constantFrom(5, "t1", "s1", null),
    }),
    { maxLength: 2 },
  ),
});
const seconds = fc.constantFrom(5, 60, 3600, 90_000);

const until = fc.oneof(
  fc.record({
    kind: fc.constant("field"),
    field: fc.constantFrom("deal.expectedCloseAt", "deal.customFields.segment", "deal.stageChangedAt"),
    offsetDays: fc.integer({ min: -3, max: 3 }),
    at: fc.constantFrom(null, "00:30", "09:00"),
  }),
  fc.record({
    kind: fc.constant("weekday"),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
    at: fc.constantFrom("00:00", "02:30", "21:00"),
  }),
  fc.constantFrom<JsonObject>({ kind: "opening" }, { kind: "moon" }),
);

const config: fc.Arbitrary<JsonObject> = fc.record(
  {
    buttons: fc.array(fc.record({ id: partId }), { maxLength: 2 }),
    awaitReply: fc.boolean(),
    onUncertain: fc.constantFrom("stop", "retry"),
    replyTimeoutSeconds: seconds,
    delaySeconds: seconds,
    until,
    tagIds: fc.array(fc.constantFrom("t1", "t2"), { maxLength: 2 }),
    targetStageId: fc.constantFrom("s1", "s2"),
    exits: fc.array(fc.record({ id: partId, weight: fc.nat(3) }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const body: fc.Arbitrary<Omit<GraphNode, "id">> = fc.oneof(
  fc.record({ type: fc.constant("action" as const), actionType: fc.constantFrom(...ACTION_TYPES), config }),
  fc.record({ type: fc.constantFrom("wait" as const, "round_robin" as const, "end" as const), config }),
  fc.record({
    type: fc.constant("condition" as const),
    condition: fc.record({
      branches: fc.array(fc.record({ id: partId, query }), { maxLength: 3 }),
    }) as fc.Arbitrary<JsonObject>,
  }),
);

/** Graphs without cycles, finished or not: some handles have no edge, some configs lack what they need. */
export const graphs: fc.Arbitrary<GraphDefinition> = fc
  .tuple(fc.array(body, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat(1000)))
  .map(([bodies, choices]) => {
    const nodes: GraphNode[] = [
      { id: "start", type: "trigger" },
      ...bodies.map((rest, index) => ({ id: index === 3 ? "__proto__" : `n${index}`, ...rest })),
    ];
    const edges = nodes.flatMap((node, position): GraphEdge[] => {
      const later = nodes.slice(position + 1);
      return handlesOf(node).flatMap(({ id: sourceHandle }) => {
        const choice = choices.next().value ?? 0;
        const target = later[choice % Math.max(later.length, 1)];
        return target && choice % 5 > 0
          ? [{ id: `${node.id}-${sourceHandle}`, source: node.id, target: target.id, sourceHandle }]
          : [];
      });
    });
    return { version: 2, nodes, edges };
  });

const text = fc.constantFrom("yes", "", "vip");

const timedReply = {
  afterSeconds: fc.nat(100_000),
  reply: fc.record({ buttonId: partId, text }, { requiredKeys: [] }),
};

const reply = fc.record(
  {
    type: fc.constant("reply" as const),
    ...timedReply,
    further: fc.array(fc.record(timedReply), { maxLength: 3 }),
  },
  { requiredKeys: ["type", "afterSeconds", "reply"] },
);

const failure = { type: fc.constant("fail" as const), retryAfterSeconds: fc.constantFrom(0, 90, 100_000) };

const attempt: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  reply,
  fc.constant({ type: "silence" as const }),
  fc.record(failure, { requiredKeys: ["type"] }),
  fc.constant({ type: "fail_permanently" as const }),
  fc.constant({ type: "uncertain" as const }),
);

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  reply,
  fc.constant({ type: "silence" as const }),
  fc.record({ ...failure, times: fc.nat(6) }, { requiredKeys: ["type", "times"] }),
  fc.constant({ type: "fail_permanently" as const }),
  fc.record({ type: fc.constant("attempts" as const), attempts: fc.array(attempt, { maxLength: 6 }) }),
);

const expectedCloseAt = fc.constantFrom(
  null,
  "2026-01-07T15:00:00.000Z",
  "2026-03-29T01:30:00.000Z",
  "2018-11-05T02:30:00.000Z",
);

/** Scenarios over the nodes of `graphs`. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record(
  {
    startAt: fc.constantFrom("2026-01-05T12:00:00Z", "2026-03-28T23:30:00Z", "2018-11-04T01:00:00-03:00"),
    facts: fc.record({
      deal: fc.record({ value: fc.nat(10), tagIds: fc.constant(["t1"]), daysInStage: fc.nat(3), expectedCloseAt }),
    }),
    outcomes: fc.dictionary(fc.constantFrom("n0", "n1", "n2", "__proto__", "n4"), outcome),
    seed: fc.string({ maxLength: 3 }),
    respectBusinessHours: fc.boolean(),
    timeZone: fc.constantFrom("America/Sao_Paulo", "Europe/Lisbon", "Asia/Kathmandu"),
    businessHours: fc.constant({
      timeZone: "America/Sao_Paulo",
      days: [1, 3, 7].map((weekday) => ({ weekday, from: "00:00", to: "12:30" })),
    }),
  },
  { requiredKeys: ["startAt", "facts"] },
);

const instant = fc.oneof(fc.integer({ min: 0, max: 2e12 }), fc.constantFrom(8.64e15, -8.64e15));

const nodeId = fc.constantFrom("start", "n0", "n1", "n2", "__proto__", "gone");

/** States a run's row may hold, whether or not a run would come to them. */
export const states = fc.record({
  status: fc.constantFrom(...RUN_STATUSES),
  nodeId: fc.option(nodeId),
  seq: fc.nat(),
  phase: fc.constantFrom(
    "new",
    "performing",
    "picking_exit",
    "sleeping",
    "awaiting_reply",
    "retrying",
    "deferred",
    "ended",
  ),
  attempts: fc.nat(6),
  wakeAt: fc.option(instant),
  lastError: fc.option(text),
}) as fc.Arbitrary<Standing> as fc.Arbitrary<RunState>;

const moment = { at: instant, facts: fc.constantFrom<Facts>({}, { deal: { value: 7, tagIds: ["t1"] } }) };

const controls: fc.Arbitrary<RunControl> = fc.oneof(
  fc.record({ type: fc.constantFrom("cancelled" as const, "retried" as const) }),
  fc.record({ type: fc.constant("skipped" as const), error: fc.option(fc.record({ message: text })) }),
  fc.record({ type: fc.constant("abandoned" as const), error: fc.record({ message: text }) }),
  fc.record({
    type: fc.constant("put_off" as const),
    nodeId,
    attempt: fc.nat(6),
    until: instant,
    error: fc.option(fc.record({ message: text })),
    begun: fc.boolean(),
  }),
);

export const events: fc.Arbitrary<RunEvent> = fc.oneof(
  controls,
  fc.record({ type: fc.constant("started" as const), ...moment }),
  fc.record({ type: fc.constant("performed" as const), ...moment, nodeId, attempt: fc.nat(6) }),
  fc.record({ type: fc.constant("stalled" as const), ...moment, nodeId, attempt: fc.nat(6) }),
  fc.record({ type: fc.constant("woke" as const), ...moment, early: fc.constantFrom(undefined, true as const) }),
  fc.record({
    type: fc.constant("perform_failed" as const),
    ...moment,
    nodeId,
    attempt: fc.nat(6),
    error: fc.record(
      {
        message: text,
        permanent: fc.boolean(),
        uncertain: fc.constant(true as const),
        retryAfterMs: fc.oneof(fc.integer(), fc.double()),
      },
      { requiredKeys: ["message", "permanent", "retryAfterMs"] },
    ),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  }),
  fc.record({ type: fc.constant("exit_picked" as const), ...moment, nodeId, exitId: partId }),
  fc.record({ type: fc.constant("undelivered" as const), ...moment, nodeId, error: fc.record({ message: text }) }),
  fc.record({
    type: fc.constant("replied" as const),
    ...moment,
    reply: fc.record({ buttonId: partId, text, toAnother: fc.constant(true as const) }, { requiredKeys: [] }),
  }),
);
