import * as fc from "fast-check";
import { FIELDS, OPERATOR_NAMES } from "../../contract/fields.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { FieldType, OperatorName } from "../../contract/fields.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Rule, RuleGroup } from "../../contract/query.ts";
import type { Facts } from "../../contract/run.ts";
import { handlesOf } from "../../graph/handles.ts";
import { withField } from "../solve/facts.ts";

const NAMES = [
  "deal.value",
  "deal.name",
  "deal.stageId",
  "deal.tagIds",
  "deal.createdAt",
  "deal.isReturning",
  "deal.customFields.x",
  "message.text",
];
const TEXTS = [
  "solar",
  "Solar kit",
  "kit",
  "a",
  "A",
  "b",
  "10",
  "5",
  "true",
  "2026-01-15",
  "2026-01-15T10:00:00Z",
  "x",
];
const DATES = ["2026-01-14", "2026-01-15", "2026-01-16T00:00:00Z", "2026-01-15T10:00:00Z", "2025-12-31T23:59:59.999Z"];
const NUMBERS = [-1, 0, 1, 5, 5.5, 9, 10, 11, 12000];

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 3 }));
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: -20, max: 20 }));
const date = fc.oneof(
  fc.constantFrom(...DATES),
  fc
    .date({ min: new Date("2026-01-13"), max: new Date("2026-01-18"), noInvalidDate: true })
    .map((at) => at.toISOString()),
);
const list = fc.array(fc.constantFrom("a", "b", "c", "A"), { maxLength: 4 });

const VALUES: Record<FieldType, fc.Arbitrary<JsonValue>> = {
  text,
  number,
  date,
  list,
  boolean: fc.boolean(),
  id: fc.constantFrom("a", "b", "A", "solar", "zz"),
};
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(text, number, date, list, fc.boolean());

function typeOf(name: string): FieldType | null {
  return FIELDS.find((field) => field.name === name)?.type ?? null;
}

function constantOf(name: string): fc.Arbitrary<JsonValue> {
  const type = typeOf(name);
  const usual = type === null ? anyValue : VALUES[type === "list" ? "id" : type];
  const several = fc.array(usual, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 3, arbitrary: several },
    { weight: 1, arbitrary: anyValue },
    fc.constant(null),
  );
}

const rule: fc.Arbitrary<Rule> = fc
  .constantFrom(...NAMES)
  .chain((field) =>
    fc.record({ field: fc.constant(field), operator: fc.constantFrom(...OPERATOR_NAMES), value: constantOf(field) }),
  );

/** Rules over one or two fields, so that they often touch. */
export const queries: fc.Arbitrary<RuleGroup> = fc.letrec<{ group: RuleGroup; item: Rule | RuleGroup }>((tie) => ({
  item: fc.oneof({ maxDepth: 3, depthSize: "small" }, rule, tie("group")),
  group: fc.record(
    { combinator: fc.constantFrom("and", "or"), not: fc.boolean(), rules: fc.array(tie("item"), { maxLength: 4 }) },
    { requiredKeys: ["combinator", "rules"] },
  ),
})).group;

const rulesOfOneField: fc.Arbitrary<RuleGroup> = fc.constantFrom(...NAMES).chain((field) =>
  fc.record({
    combinator: fc.constant("and" as const),
    rules: fc.array(
      fc.record({ field: fc.constant(field), operator: fc.constantFrom(...OPERATOR_NAMES), value: constantOf(field) }),
      { minLength: 2, maxLength: 4 },
    ),
  }),
);
export const touchingQueries = fc.oneof(queries, rulesOfOneField);

/** Facts whose fields hold values of their type, or nothing. */
export const typedFacts: fc.Arbitrary<Facts> = fc
  .tuple(...NAMES.map((name) => fc.option(VALUES[typeOf(name) ?? "text"], { freq: 6 })), fc.option(anyValue))
  .map((values) => {
    const last = values.at(-1) ?? null;
    const facts = NAMES.reduce<Facts>((made, name, index) => {
      const value = values[index] ?? null;
      return value === null ? made : withField(made, name, value);
    }, {});
    return last === null ? facts : withField(facts, "deal.customFields.x", last);
  });

const shortQueries: fc.Arbitrary<RuleGroup> = fc.record({
  combinator: fc.constantFrom("and", "or"),
  not: fc.boolean(),
  rules: fc.array(
    fc
      .constantFrom(
        "deal.value",
        "deal.stageId",
        "deal.tagIds",
        "deal.customFields.x",
        "deal.daysInStage",
        "message.text",
      )
      .chain((field) =>
        fc.record({
          field: fc.constant(field),
          operator: fc.constantFrom<OperatorName>(
            "=",
            "!=",
            ">",
            "<=",
            "contains",
            "doesNotContain",
            "in",
            "null",
            "notNull",
          ),
          value: fc.constantFrom<JsonValue>("a", "b", 5, 10),
        }),
      ),
    { minLength: 1, maxLength: 2 },
  ),
});

const links: fc.Arbitrary<Omit<GraphNode, "id">> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(shortQueries, { minLength: 1, maxLength: 2 }).map((asked) => ({
      type: "condition" as const,
      condition: { branches: asked.map((query, index) => ({ id: "ab"[index] ?? "", query })) } as unknown as JsonObject,
    })),
  },
  fc.constantFrom<Omit<GraphNode, "id">>(
    { type: "action", actionType: "add_tag", config: { tagIds: ["a"] } },
    { type: "action", actionType: "remove_tag", config: { tagIds: ["a", "b"] } },
    { type: "action", actionType: "move_stage", config: { targetStageId: "a" } },
    { type: "action", actionType: "set_custom_field", config: { fieldSlug: "x", value: 5 } },
    { type: "action", actionType: "set_custom_field", config: { fieldSlug: "x", value: "{{ deal.name }}" } },
    { type: "action", actionType: "send_whatsapp", config: { buttons: [{ id: "a" }] } },
    { type: "action", actionType: "send_whatsapp", config: { awaitReply: true } },
    { type: "wait", config: { delaySeconds: 432_000 } },
  ),
);

/** Chains of steps that set fields and conditions that ask about them: each exit leads to the next step or to the one after. */
export const chains: fc.Arbitrary<GraphDefinition> = fc
  .tuple(fc.array(links, { minLength: 2, maxLength: 6 }), fc.infiniteStream(fc.nat(2)))
  .map(([bodies, skips]) => {
    const nodes: GraphNode[] = [
      { id: "start", type: "trigger" },
      ...bodies.map((body, index) => ({ id: `n${index}`, ...body })),
    ];
    const edges = nodes.flatMap((node, index) =>
      handlesOf(node).flatMap(({ id: sourceHandle }): GraphEdge[] => {
        const target = nodes[index + 1 + ((skips.next().value ?? 0) === 2 ? 1 : 0)];
        return target ? [{ id: `${node.id} ${sourceHandle}`, source: node.id, target: target.id, sourceHandle }] : [];
      }),
    );
    return { version: 2, nodes, edges };
  });
