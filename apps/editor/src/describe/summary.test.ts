import type { ActionType, GraphNode, JsonObject } from "@trilho/engine/contract";
import { describe, expect, test } from "vitest";
import type { Lookup } from "../document/lookup.ts";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import { summarize } from "./summary.ts";

const names: Record<string, string> = {
  s1: "Proposta",
  t1: "VIP",
  t2: "Hot",
  t3: "Cold",
  t4: "Lost",
  u1: "Ana Souza",
  f1: "Budget",
};
const byId = (id: string): string | null => names[id] ?? null;
const lookup: Lookup = {
  stageName: byId,
  tagName: byId,
  userName: byId,
  fieldName: byId,
  optionName: (field, value) => (field === "f1" ? byId(value) : null),
};

const action = (actionType: ActionType, config?: JsonObject): GraphNode => ({
  id: "n",
  type: "action",
  actionType,
  ...(config && { config }),
});

describe("summarize", () => {
  const cases: [string, GraphNode][] = [
    ["Starts the automation", { id: "n", type: "trigger" }],
    ["The run ends here", { id: "n", type: "end" }],
    ["Wait 2 days", { id: "n", type: "wait", config: { delaySeconds: 172_800 } }],
    ["Wait 2 days 4 h", action("wait", { delaySeconds: 187_200 })],
    ["Wait (no time set)", { id: "n", type: "wait" }],
    ["Wait (no time set)", { id: "n", type: "wait", config: { delaySeconds: "soon" } }],
    ["3 branches", { id: "n", type: "condition", condition: { branches: [{}, {}, {}] } }],
    ["1 branch", { id: "n", type: "condition", condition: { branches: [{}] } }],
    ["No branches yet", { id: "n", type: "condition", condition: null }],
    ["Take turns between 2 exits", { id: "n", type: "round_robin", config: { exits: [{}, {}] } }],
    ["No exits yet", { id: "n", type: "round_robin" }],
    ["Choose what this step does", { id: "n", type: "action", actionType: null }],
    ["Unknown action: send_pigeon", { id: "n", type: "action", actionType: "send_pigeon" as "webhook" }],
    ["Call example.com/hook", action("webhook", { url: "https://example.com/hook" })],
    ["Call a webhook (no address yet)", action("webhook")],
    ["WhatsApp: Hi [First name], ready?", action("send_whatsapp", { text: "Hi {{ contact.firstName }},\n ready?" })],
    ["WhatsApp template: welcome_1", action("send_whatsapp", { templateName: "welcome_1" })],
    ["WhatsApp: no message yet", action("send_whatsapp", {})],
    ["Move to Proposta", action("move_stage", { targetStageId: "s1" })],
    ["Move to unknown stage", action("move_stage", { targetStageId: "gone" })],
    ["Move to a stage (none chosen yet)", action("move_stage", { targetStageId: "" })],
    ["Add tags: VIP", action("add_tag", { tagIds: ["t1"] })],
    ["Add tags: VIP, Hot, Cold", action("add_tag", { tagIds: ["t1", "t2", "t3"] })],
    ["Add tags: VIP, Hot and 2 more", action("add_tag", { tagIds: ["t1", "t2", "t3", "t4"] })],
    ["Remove tags: nothing chosen yet", action("remove_tag", { tagIds: [] })],
    ["Remove tags: unknown tag", action("remove_tag", { tagIds: ["gone"] })],
    ["Set Budget to 500", action("set_custom_field", { fieldId: "f1", value: 500 })],
    ["Set Budget to Ana Souza", action("set_custom_field", { fieldId: "f1", value: "u1" })],
    ["Set Budget to Hot, Cold", action("set_custom_field", { fieldId: "f1", value: ["t2", "t3"] })],
    ["Set Budget to yes", action("set_custom_field", { fieldId: null, fieldSlug: "f1", value: true })],
    ["Clear Budget", action("set_custom_field", { fieldId: "f1", value: null })],
    ["Set Budget (no value yet)", action("set_custom_field", { fieldId: "f1" })],
    ["Set a field (none chosen yet)", action("set_custom_field")],
    ["Assign to Ana Souza", action("assign_responsible", { userId: "u1" })],
    ["Add a co-owner", action("add_co_owner")],
    ["E-mail: Your offer", action("send_email", { subject: "Your offer", body: "…" })],
    ["Create task: Call back", action("create_task", { title: "Call back" })],
    ["Close the conversation", action("close_conversation")],
  ];
  test.each(cases)("%s", (expected, node) => {
    expect(summarize(node, lookup)).toBe(expected);
  });

  test("a long message is cut at 80 characters", () => {
    const words = summarize(action("send_whatsapp", { text: "a".repeat(500) }), EMPTY_LOOKUP);
    expect(words).toBe(`WhatsApp: ${"a".repeat(79)}…`);
  });

  test("a node of an unknown type or with hostile config is named, not thrown at", () => {
    const hostile = { id: "n", type: "__proto__", actionType: "constructor", config: { tagIds: {} } };
    expect(summarize(hostile as unknown as GraphNode, EMPTY_LOOKUP)).toBe("Unknown step: __proto__");
    expect(summarize(action("add_tag", { tagIds: { a: 1 } }), EMPTY_LOOKUP)).toBe("Add tags: nothing chosen yet");
  });
});
