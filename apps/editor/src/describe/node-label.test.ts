import type { ActionType, GraphNode, JsonObject } from "@trilho/engine";
import { nodeName as engineName, validateGraph } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import type { Lookup } from "../document/lookup.ts";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import { accessibleName, handleLabel, handleName, nodeName, nodeLabel } from "./node-label.ts";
import { createTexts } from "../i18n/texts.ts";
import { stepName } from "./node-name.ts";
import { stepPhrase } from "./sentences/phrases.ts";

const known: Record<string, string> = {
  s1: "Proposta",
  t1: "VIP",
  t2: "Hot",
  t3: "Cold",
  u1: "Ana Souza",
  f1: "Budget",
};
const byId = (id: string): string | null => known[id] ?? null;
const names: Lookup = {
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
const step = (type: GraphNode["type"], more: Partial<GraphNode> = {}): GraphNode => ({ id: "n", type, ...more });
const wait = (delaySeconds?: unknown): GraphNode => step("wait", { config: { delaySeconds } as JsonObject });

describe("a step on a card and in a sentence", () => {
  test.each<[GraphNode, title: string, detail: string, sentence: string]>([
    [step("end"), "End", "", "end"],
    [wait(172_800), "Wait 2 days", "", "wait 2 days"],
    [action("wait", { delaySeconds: 187_200 }), "Wait 2 days 4 hours", "", "wait 2 days 4 h"],
    [
      step("wait", { config: { delaySeconds: 60, until: { kind: "weekday", days: [1], at: "09:00" } } }),
      "Wait until Monday 09:00",
      "",
      "wait until Monday 09:00",
    ],
    [
      action("wait", { until: { kind: "field", field: "deal.expectedCloseAt", offsetDays: -3, at: "09:00" } }),
      "Wait",
      "until 3 days before expected close, 09:00",
      "wait until 3 days before expected close, 09:00",
    ],
    [step("wait", { config: { delaySeconds: 60, until: { kind: "moon" } } }), "Wait 1 minute", "", "wait 1 min"],
    [step("wait"), "Wait", "not set yet", "wait, no time set yet"],
    [wait("soon"), "Wait", "not set yet", "wait, no time set yet"],
    [step("condition", { condition: { branches: [{}, {}] } }), "Condition", "2 branches", "check the conditions"],
    [step("condition", { condition: { branches: [{}] } }), "Condition", "1 branch", "check the conditions"],
    [step("condition", { condition: null }), "Condition", "no branches yet", "check the conditions"],
    [
      step("round_robin", { config: { exits: [{}, {}] } }),
      "Round robin",
      "2 exits",
      "distribute round-robin over 2 exits",
    ],
    [step("round_robin"), "Round robin", "no exits yet", "distribute round-robin over no exits yet"],
    [step("action", { actionType: null }), "Action", "not set yet", "do something that is not chosen yet"],
    [action("send_pigeon" as "webhook"), "Action", "send_pigeon", "do an unknown step (send_pigeon)"],
    [action("webhook", { url: "https://a.example/b" }), "Webhook", "a.example/b", "call a.example/b"],
    [action("webhook"), "Webhook", "not set yet", "call a webhook, no address yet"],
    [action("send_whatsapp", { text: "Hi!" }), "Send WhatsApp: Hi!", "", "send the WhatsApp message “Hi!”"],
    [
      action("send_whatsapp", { text: "Hi {{ contact.firstName }},\n ready?", awaitReply: true }),
      "Send WhatsApp",
      "Hi ‹Contact’s first name›, ready?",
      "send the WhatsApp message “Hi ‹Contact’s first name›, ready?” and wait for the answer",
    ],
    [
      action("send_whatsapp", { templateName: "welcome_1" }),
      "Send WhatsApp",
      "welcome_1",
      "send the WhatsApp template “welcome_1”",
    ],
    [action("send_whatsapp", {}), "Send WhatsApp", "not set yet", "send a WhatsApp message, not written yet"],
    [action("send_email", { subject: "Your offer" }), "Send e-mail: Your offer", "", "send the e-mail “Your offer”"],
    [action("send_email", { body: "Hello" }), "Send e-mail", "Hello", "send the e-mail “Hello”"],
    [action("move_stage", { targetStageId: "s1" }), "Move to stage", "Proposta", "move the deal to Proposta"],
    [
      action("move_stage", { targetStageId: "gone" }),
      "Move to stage",
      "an unknown stage",
      "move the deal to an unknown stage",
    ],
    [
      action("move_stage", { targetStageId: "" }),
      "Move to stage",
      "not set yet",
      "move the deal to a stage not chosen yet",
    ],
    [action("add_tag", { tagIds: ["t1"] }), "Add tags", "VIP", "add the tag VIP"],
    [
      action("add_tag", { tagIds: ["t1", "t2", "t3"] }),
      "Add tags",
      "VIP, Hot, and Cold",
      "add the tags VIP, Hot, and Cold",
    ],
    [action("remove_tag", { tagIds: [] }), "Remove tags", "not set yet", "remove tags not chosen yet"],
    [action("remove_tag", { tagIds: ["gone"] }), "Remove tags", "an unknown tag", "remove the tag an unknown tag"],
    [
      action("set_custom_field", { fieldId: "f1", value: 500 }),
      "Set custom field",
      "Budget = 500",
      "set Budget to 500",
    ],
    [
      action("set_custom_field", { fieldId: "f1", value: ["t2", "t3"] }),
      "Set custom field",
      "Budget = Hot and Cold",
      "set Budget to Hot and Cold",
    ],
    [
      action("set_custom_field", { fieldId: null, fieldSlug: "f1", value: true }),
      "Set custom field",
      "Budget = yes",
      "set Budget to yes",
    ],
    [action("set_custom_field", { fieldId: "f1", value: null }), "Set custom field", "Budget = empty", "clear Budget"],
    [
      action("set_custom_field", { fieldId: "f1" }),
      "Set custom field",
      "Budget = no value yet",
      "set Budget, no value yet",
    ],
    [action("set_custom_field"), "Set custom field", "not set yet", "set a field not chosen yet"],
    [action("assign_responsible", { userId: "u1" }), "Assign responsible", "Ana Souza", "assign the deal to Ana Souza"],
    [action("add_co_owner", { userId: "u1" }), "Add co-owner", "Ana Souza", "add Ana Souza as co-owner"],
    [action("add_co_owner"), "Add co-owner", "", "add a co-owner"],
    [action("create_task", { title: "Call back" }), "Create task: Call back", "", "create the task “Call back”"],
    [action("create_task"), "Create task", "", "create a task"],
    [action("close_conversation"), "Close conversation", "", "close the conversation"],
    // A draft may hold anything.
    [step("__proto__" as "wait"), "Unknown step", "__proto__", "do an unknown step (__proto__)"],
    [action("add_tag", { tagIds: { a: 1 } }), "Add tags", "not set yet", "add tags not chosen yet"],
    [step("wait", { config: 7 as unknown as JsonObject }), "Wait", "not set yet", "wait, no time set yet"],
  ])("%j", (node, title, detail, sentence) => {
    expect(nodeLabel(node, names, null)).toMatchObject({ title, detail });
    expect(stepPhrase(node, names)).toBe(sentence);
  });

  test("what is cut at its own dots has three of them", () => {
    const text = `${"a".repeat(135)}… … and more`;
    const node: GraphNode = { id: "n", type: "action", actionType: "send_whatsapp", config: { text } };
    expect(nodeLabel(node, EMPTY_LOOKUP, null).detail).toBe(`${"a".repeat(135)}…`);
  });

  test("a long message is cut at 140 characters", () => {
    const node = action("send_whatsapp", { text: "a".repeat(500) });
    expect(nodeLabel(node, EMPTY_LOOKUP, null).detail).toBe(`${"a".repeat(139)}…`);
  });
});

describe("the name of a step", () => {
  const marked = action("add_tag", { tagIds: ["t1"], ui: { label: "Mark" } });
  const trigger = step("trigger");

  test("that a person gave it stands above what it does", () => {
    expect(nodeLabel(marked, names, null)).toMatchObject({ title: "Mark", detail: "Add tags: VIP" });
    const pause = step("wait", { config: { delaySeconds: 60, ui: { label: "Pause" } } });
    expect(nodeLabel(pause, names, null)).toMatchObject({ title: "Pause", detail: "Wait 1 minute" });
  });

  test("that says all by itself stands alone", () => {
    const named = step("end", { config: { ui: { label: "End" } } });
    expect(nodeLabel(named, names, null)).toMatchObject({ title: "End", detail: "" });
  });

  test("is heard with what it does, or as a person gave it", () => {
    expect(accessibleName(action("add_tag", { tagIds: ["t1"] }), names, null)).toBe("Add tags: VIP");
    expect(accessibleName(wait(60), names, null)).toBe("Wait 1 minute");
    expect(accessibleName(marked, names, null)).toBe("Mark");
  });

  test.each([
    [action("add_tag", { tagIds: ["t1"] }), "Add tags: VIP"],
    [action("move_stage", { targetStageId: "s1" }), "Move to stage: Proposta"],
    [action("add_tag", {}), "Add tags: not set yet"],
    [marked, "Mark"],
    [wait(60), "Wait 1 minute"],
    [trigger, "Trigger"],
  ])("is told with what it acts on, %#", (node, told) => {
    expect(nodeName(node.id, { definition: { version: 2, nodes: [node] }, lookup: names })).toBe(told);
  });

  test("of a trigger is followed by when it starts", () => {
    expect(nodeLabel(trigger, names, "Deal created: Homes")).toMatchObject({
      title: "Trigger",
      detail: "Deal created: Homes",
    });
    expect(nodeLabel(trigger, names, null)).toMatchObject({ title: "Trigger", detail: "" });
    const named = step("trigger", { config: { ui: { label: "New lead" } } });
    expect(nodeLabel(named, names, "Deal created: Homes")).toMatchObject({
      title: "New lead",
      detail: "Deal created: Homes",
    });
  });

  test("is the same in problems", () => {
    const [problem] = validateGraph({ version: 2, nodes: [trigger] }).problems;
    expect(problem?.message).toContain(`“${stepName(trigger)}”`);
    expect(stepName(marked)).toBe(engineName(marked));
  });
});

test.each([
  ["branch", "VIP", "branch: VIP", "Branch: VIP"],
  ["btn", "yes", "button: yes", "Button: yes"],
  ["timeout", "", "No reply", "No reply"],
] as const)("the exit %s begins with a capital where it begins a line", (kind, label, within, alone) => {
  const port = { kind, label, number: 1, side: false };
  const t = createTexts().getFixedT("en", "builder");
  expect([handleName(port, t), handleLabel(port, t)]).toEqual([within, alone]);
});
