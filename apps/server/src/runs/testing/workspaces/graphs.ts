import { type GraphDefinition, type GraphEdge, type GraphNode, handlesOf } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import * as fc from "fast-check";
import { STAGES } from "./rows.ts";

type Body = Omit<GraphNode, "id">;

/** Where deals are; a lost one has a reason. */
export const stageIds = fc.constantFrom(...STAGES.map(({ id }) => id));
export const openStageIds = fc.constantFrom("s1", "s2", "s3");
export const reasonOf = (stageId: string): JsonObject => (stageId === "lost" ? { lostReason: "price" } : {});
export const tagIds = fc.constantFrom("t1", "t2");
export const users = fc.constantFrom("u1", "u2");
export const words = fc.constantFrom("a", "b");

const seconds = fc.constantFrom(60, 300, 3600);

const action = (actionType: NonNullable<GraphNode["actionType"]>, config: fc.Arbitrary<JsonObject>) =>
  config.map((given): Body => ({ type: "action", actionType, config: given }));
const nothing = fc.constant<JsonObject>({});

/** Rules that compare what deeds and actions change. */
export const queries: fc.Arbitrary<JsonObject> = fc.record({
  combinator: fc.constantFrom("and", "or"),
  rules: fc.array(
    fc.oneof(
      fc.record({ field: fc.constant("deal.value"), operator: fc.constantFrom(">", "="), value: fc.nat(10) }),
      fc.record({ field: fc.constant("deal.stageId"), operator: fc.constantFrom("=", "!="), value: stageIds }),
      fc.record({ field: fc.constant("deal.tagIds"), operator: fc.constant("contains"), value: tagIds }),
      fc.record({
        field: fc.constant("deal.customFields.segment"),
        operator: fc.constantFrom("=", "null"),
        value: words,
      }),
      fc.record({ field: fc.constant("deal.responsibleUserId"), operator: fc.constant("="), value: users }),
      fc.record({ field: fc.constant("deal.daysInStage"), operator: fc.constant("<"), value: fc.nat(1) }),
      fc.record({ field: fc.constant("message.text"), operator: fc.constantFrom("contains", "null"), value: words }),
      fc.record({ field: fc.constant("contact.firstName"), operator: fc.constant("="), value: fc.constant("c1") }),
    ),
    { minLength: 1, maxLength: 2 },
  ),
});

/** One in five forgets the reason of a loss, and one gives a reason where none belongs. */
const moves = action(
  "move_stage",
  fc.tuple(stageIds, fc.nat(4)).map(([targetStageId, slip]) => ({
    targetStageId,
    ...(slip === 0 ? {} : slip === 1 ? { lostReason: "price" } : reasonOf(targetStageId)),
  })),
);

const leads = action(
  "create_lead",
  fc.record(
    {
      name: fc.constant("Lead"),
      responsibleUserId: users,
      stageId: fc.constantFrom("s1", "s2", "s3", "won", "gone"),
      pipelineId: fc.constantFrom("p1", "p2", "gone"),
      copyContact: fc.boolean(),
      value: fc.constantFrom(7, "12", null),
    },
    { requiredKeys: ["name"] },
  ),
);

const changes: fc.Arbitrary<Body> = fc.oneof(
  moves,
  moves,
  leads,
  action("add_tag", fc.constantFrom({ tagIds: ["t1"] }, { tagIds: ["t1", "t2"] })),
  action("remove_tag", fc.constantFrom({ tagIds: ["t1"] }, { tagIds: ["t1", "t2"] })),
  action(
    "set_custom_field",
    words.map((value) => ({ fieldSlug: "segment", value })),
  ),
  action("set_custom_field", fc.constant({ fieldId: "f1", value: "" })),
  action(
    "assign_responsible",
    users.map((userId) => ({ userId })),
  ),
  action(
    "add_co_owner",
    users.map((userId) => ({ userId })),
  ),
  action("stop_automations", nothing),
  action("close_conversation", nothing),
  action("create_task", fc.constant({ title: "Call", assigneeUserId: "u2" })),
  action("create_calendar_event", fc.constant({ title: "Visit", userId: "u2" })),
);

/** The buttons of every question that has some. */
export const BUTTONS = [
  { id: "a", label: "Yes" },
  { id: "b", label: "No" },
];

const questions: fc.Arbitrary<Body> = action(
  "send_whatsapp",
  fc.record({ replyTimeoutSeconds: seconds, hasButtons: fc.boolean() }).map(({ replyTimeoutSeconds, hasButtons }) => ({
    text: "Well?",
    replyTimeoutSeconds,
    ...(hasButtons ? { buttons: BUTTONS } : { awaitReply: true }),
  })),
);

const sends: fc.Arbitrary<Body> = fc.oneof(
  questions,
  questions,
  action("send_whatsapp", fc.constant({ text: "Hi" })),
  action("send_email", fc.constant({ subject: "Hi", text: "Hi" })),
  action("webhook", fc.constant({ url: "https://crm.example" })),
);

const untils: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { kind: "opening" },
  { kind: "weekday", days: [1, 2], at: "11:00" },
  { kind: "field", field: "deal.expectedCloseAt", offsetDays: 0, at: null },
);

const waits: fc.Arbitrary<Body> = fc
  .tuple(seconds, fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, untils))
  .map(([delaySeconds, until]) => ({ type: "wait", config: { delaySeconds, ...(until !== null && { until }) } }));

const branches: fc.Arbitrary<Body> = fc.oneof(
  queries.map((query): Body => ({ type: "condition", condition: { branches: [{ id: "a", query }] } })),
  fc.tuple(fc.nat(2), fc.nat(2)).map(([one, other]): Body => ({
    type: "round_robin",
    config: {
      exits: [
        { id: "a", weight: one },
        { id: "b", weight: other },
      ],
    },
  })),
);

const bodies: fc.Arbitrary<Body> = fc.oneof(
  { arbitrary: changes, weight: 5 },
  { arbitrary: waits, weight: 2 },
  { arbitrary: sends, weight: 3 },
  { arbitrary: branches, weight: 2 },
);

/** What a node's handles lead to, as places among all that is drawn. */
const CHOICES = 12;

/** Nodes one after the other, each of whose handles leads on to a later one, or nowhere. */
export const graphs: fc.Arbitrary<GraphDefinition> = fc
  .tuple(
    fc.array(bodies, { minLength: 1, maxLength: 5 }),
    fc.array(fc.nat(CHOICES - 1), { minLength: CHOICES, maxLength: CHOICES }),
  )
  .map(([steps, choices]) => {
    const nodes: GraphNode[] = [
      { id: "start", type: "trigger" },
      ...steps.map((body, place) => ({ id: `n${place}`, ...body })),
    ];
    let count = 0;
    const edges = nodes.flatMap((node, place) =>
      handlesOf(node).flatMap(({ id: sourceHandle }): GraphEdge[] => {
        const later = nodes.slice(place + 1);
        const choice = choices[(count += 1) % choices.length] ?? 0;
        const target = later[choice % 3 === 0 ? choice % Math.max(later.length, 1) : 0];
        if (target === undefined || choice === 1) return [];
        return [{ id: `${node.id}-${sourceHandle}`, source: node.id, sourceHandle, target: target.id }];
      }),
    );
    return { version: 2, nodes, edges };
  });

const set = (id: string, value: string): GraphNode => ({
  id,
  type: "action",
  actionType: "set_custom_field",
  config: { fieldSlug: "segment", value },
});

/** Changes a field on and on, wherever that starts it again. */
export const ENDLESS: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "which",
      type: "condition",
      condition: {
        branches: [
          {
            id: "a",
            query: { combinator: "and", rules: [{ field: "deal.customFields.segment", operator: "=", value: "a" }] },
          },
        ],
      },
    },
    set("to-b", "b"),
    set("to-a", "a"),
  ],
  edges: [
    { id: "e1", source: "start", target: "which" },
    { id: "e2", source: "which", sourceHandle: "branch_a", target: "to-b" },
    { id: "e3", source: "which", sourceHandle: "fallback", target: "to-a" },
  ],
};

const lead = (id: string, stageId: string): GraphNode => ({
  id,
  type: "action",
  actionType: "create_lead",
  config: { name: "Lead", stageId },
});

/** Makes leads in both pipelines, and names nobody for them. */
export const LEADS: GraphDefinition = {
  version: 2,
  nodes: [{ id: "start", type: "trigger" }, lead("one", "s1"), lead("two", "s3"), lead("three", "s2")],
  edges: [
    { id: "e1", source: "start", target: "one" },
    { id: "e2", source: "one", target: "two" },
    { id: "e3", source: "two", target: "three" },
  ],
};
