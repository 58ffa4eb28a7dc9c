import * as fc from "fast-check";
import type { GraphNode } from "../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { graphs } from "../../interpreter/testing/arbitraries.ts";
import { meetings } from "../../trigger/testing/arbitraries.ts";
import { action, automation, line, move, wait } from "../../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation, WorkspaceStage } from "../../workspace/types.ts";
import type { FindingCode } from "../kinds/kind.ts";

export const STAGES: readonly WorkspaceStage[] = [
  { id: "new", pipelineId: "sales" },
  { id: "proposal", pipelineId: "sales" },
  { id: "won", pipelineId: "sales", isWon: true },
  { id: "lost", pipelineId: "sales", isLost: true },
  { id: "kick-off", pipelineId: "delivery" },
  { id: "a", pipelineId: "a" },
  { id: "b", pipelineId: "b" },
];

/** Automations of any trigger, rules and graph, whether or not they can run; their ids are their places. */
export const strangers: fc.Arbitrary<WorkspaceAutomation[]> = fc
  .array(fc.tuple(meetings, graphs), { maxLength: 6 })
  .map((list) =>
    list.map(([{ rules }, graphDefinition], index) => ({ ...rules, graphDefinition, id: `stranger-${index}` })),
  );

/** Two automations that meet, whatever else there is, and how. */
export interface Planted {
  readonly code: FindingCode;
  readonly automations: readonly WorkspaceAutomation[];
}

/** What starts two automations at once. */
const BOTH: readonly (readonly [one: string, other: string, config: JsonObject, other: JsonObject])[] = [
  ["deal_created", "deal_created", {}, {}],
  ["deal_created", "stage_entered", {}, { stageId: "new" }],
  ["stage_entered", "stage_entered", { stageId: "proposal" }, {}],
  ["stage_entered", "stage_left", { stageId: "proposal" }, { stageId: "new" }],
  ["stage_entered", "deal_updated", { stageId: "proposal" }, { fields: ["stageId"] }],
  ["deal_won", "deal_won", {}, {}],
  ["deal_won", "stage_entered", {}, { stageId: "won" }],
  ["deal_lost", "deal_lost", { lostReasons: ["Price"] }, {}],
  ["tag_added", "tag_added", { tagIds: ["vip", "hot"] }, { tagIds: ["hot"] }],
  ["tag_removed", "tag_removed", {}, { tagIds: ["hot"] }],
  ["custom_field_changed", "custom_field_changed", { fieldSlug: "roof", value: "metal" }, { fieldSlug: "roof" }],
  ["custom_field_changed", "deal_updated", { fieldSlug: "roof" }, { fields: ["customFields.roof"] }],
  ["deal_updated", "deal_updated", { fields: ["value"] }, {}],
  ["message_received", "message_received", { keywords: ["preço"] }, { keywords: ["visita", "preço"] }],
  ["instagram_comment", "instagram_comment", {}, { keywords: ["quero"] }],
  ["task_completed", "task_completed", { assigneeUserId: "maria" }, {}],
  ["deal_idle", "deal_idle", { idleSeconds: 86_400 }, { idleSeconds: 86_400 }],
];

/** Rules of two automations that one deal keeps. */
const RULES: readonly (readonly [one: JsonObject | null, other: JsonObject | null])[] = [
  [null, null],
  [group("deal.value", ">", 100), group("deal.value", "<=", 500)],
  [group("deal.currency", "=", "BRL"), null],
  [group("deal.tagIds", "contains", "gold"), group("deal.tagIds", "doesNotContain", "silver")],
  [group("contact.firstName", "beginsWith", "A"), group("contact.email", "null", null)],
  [group("deal.customFields.size", "in", ["S", "M"]), group("deal.customFields.size", "!=", "S")],
];

function group(field: string, operator: string, value: JsonValue): JsonObject {
  return { combinator: "and", rules: [{ field, operator, value }] };
}

/** What comes before the step that meets, and leads to it: waits, a task, a condition of its own. */
const before = fc.array(
  fc.constantFrom<(id: string) => GraphNode>(
    (id) => wait(id, 60),
    (id) => wait(id, 600),
    (id) => action(id, "create_task", { title: id }),
    (id) => ({
      id,
      type: "condition",
      condition: { branches: [{ id: "in", query: group("deal.customFields.depth", ">", 3) }] },
    }),
    (id) => ({ id, type: "round_robin", config: { exits: [{ id: "out" }, { id: "in" }] } }),
    (id) => action(id, "add_tag", { tagIds: [`seen-${id}`] }),
    (id) => action(id, "send_whatsapp", { text: id, awaitReply: true, replyTimeoutSeconds: 300 }),
  ),
  { maxLength: 2 },
);

const untag = (id: string, tagId: string) => action(id, "remove_tag", { tagIds: [tagId] });
const ask = (id: string) => action(id, "send_whatsapp", { text: `Asked by ${id}`, awaitReply: true });
const owner = (id: string, userId: string) => action(id, "assign_responsible", { userId });
const field = (id: string, value: string) => action(id, "set_custom_field", { fieldSlug: "planted", value });

const WINDOWS: readonly (JsonObject | null)[] = [
  null,
  { days: [{ weekday: 3, from: "09:00", to: "18:00" }], timeZone: "America/Sao_Paulo" },
  { days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "08:00", to: "20:00" })) },
];

/** The steps of two automations that one event starts, and what these do to each other. */
const STEPS: readonly (readonly [FindingCode, one: GraphNode, other: GraphNode])[] = [
  ["answer-taken", ask("q"), ask("r")],
  ["opposite-writes", action("tag", "add_tag", { tagIds: ["planted"] }), untag("untag", "planted")],
  ["opposite-writes", owner("to-maria", "maria"), owner("to-joao", "joao")],
  ["opposite-writes", field("one", "x"), field("other", "y")],
  [
    "same-message",
    action("say", "send_whatsapp", { text: "Planted" }),
    action("tell", "send_whatsapp", { text: "planted " }),
  ],
];

const together: fc.Arbitrary<Planted> = fc
  .record({
    starts: fc.constantFrom(...BOTH),
    rules: fc.constantFrom(...RULES),
    steps: fc.constantFrom(...STEPS),
    lead: fc.tuple(before, before),
    windows: fc.tuple(fc.constantFrom(...WINDOWS), fc.constantFrom(...WINDOWS)),
    isTurned: fc.boolean(),
  })
  .map(({ starts: [one, other, config, its], rules, steps: [code, first, second], lead, windows, isTurned }) => {
    const planted = [
      automation("planted-1", one, graphOf(lead[0], first), {
        triggerConfig: config,
        conditions: rules[0],
        triggerWindow: windows[0],
      }),
      automation("planted-2", other, graphOf(lead[1], second), {
        triggerConfig: its,
        conditions: rules[1],
        triggerWindow: windows[1],
      }),
    ];
    return { code, automations: isTurned ? planted.toReversed() : planted };
  });

/** A question on the way is answered, or its time passes: both lead on. Of a condition and a round robin one exit does. */
function graphOf(lead: readonly ((id: string) => GraphNode)[], last: GraphNode) {
  const graph = line(...lead.map((make, index) => make(`lead-${last.id}-${index}`)), last);
  const edges = (graph.edges ?? []).flatMap((edge) => {
    const { type, config } = graph.nodes.find(({ id }) => id === edge.source) ?? {};
    if (type === "condition") return [{ ...edge, sourceHandle: "branch_in" }];
    if (type === "round_robin") return [{ ...edge, sourceHandle: "rr_in" }];
    return config?.["replyTimeoutSeconds"] === 300
      ? [edge, { ...edge, id: `${edge.target}-late`, sourceHandle: "timeout" }]
      : [edge];
  });
  return { ...graph, edges };
}

const listens = (id: string, type: string, triggerConfig: JsonObject, step: GraphNode, pause: number) =>
  automation(id, type, pause > 0 ? line(wait("pause", pause), step) : line(step), { triggerConfig });

/** Automations that start each other without an end. */
const loops: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom("stage", "tag", "field"), fc.constantFrom(0, 3600, 86_400 * 3))
  .map(([what, pause]): Planted => {
    const pairs = {
      stage: [
        listens("planted-1", "stage_entered", { stageId: "new" }, move("proposal"), pause),
        listens("planted-2", "stage_entered", { stageId: "proposal" }, move("new"), pause),
      ],
      tag: [
        listens("planted-1", "tag_added", { tagIds: ["planted"] }, untag("untag", "planted"), pause),
        listens(
          "planted-2",
          "tag_removed",
          { tagIds: ["planted"] },
          action("tag", "add_tag", { tagIds: ["planted"] }),
          pause,
        ),
      ],
      field: [
        listens("planted-1", "custom_field_changed", { fieldSlug: "planted", value: "x" }, field("to-y", "y"), pause),
        listens("planted-2", "custom_field_changed", { fieldSlug: "planted", value: "y" }, field("to-x", "x"), pause),
      ],
    };
    return { code: "loop", automations: pairs[what as keyof typeof pairs] };
  });

/** A message that comes after another automation has moved the deal on. */
const overtaken: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom(3600, 86_400), fc.constantFrom(0, 600), fc.constantFrom("proposal", "kick-off"), fc.boolean())
  .map(([late, early, stageId, isTurned]): Planted => {
    const say = action("say", "send_whatsapp", { text: "Planted" });
    const automations = [
      automation("planted-1", "stage_entered", line(wait("late", late), say), { triggerConfig: { stageId } }),
      listens("planted-2", "stage_entered", { stageId }, move("won"), early),
    ];
    return { code: "moved-on", automations: isTurned ? automations.toReversed() : automations };
  });

/** Six messages, three of each. */
const talkative: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom(...BOTH), fc.constantFrom(...RULES), fc.constantFrom(60, 3600))
  .map(([[one, other, config, its], rules, pause]): Planted => {
    const saying = (id: string) =>
      line(
        ...[1, 2, 3].flatMap((number) => [
          wait(`wait-${number}`, pause),
          action(`say-${number}`, "send_whatsapp", { text: `${id} ${number}` }),
        ]),
      );
    const automations = [
      automation("planted-1", one, saying("one"), { triggerConfig: config, conditions: rules[0] }),
      automation("planted-2", other, saying("other"), { triggerConfig: its, conditions: rules[1] }),
    ];
    return { code: "many-messages", automations };
  });

/** Conflicts among automations that have nothing to do with them. */
export const planted: fc.Arbitrary<Planted> = fc.oneof(
  { weight: 4, arbitrary: together },
  { weight: 1, arbitrary: loops },
  { weight: 1, arbitrary: overtaken },
  { weight: 1, arbitrary: talkative },
);
