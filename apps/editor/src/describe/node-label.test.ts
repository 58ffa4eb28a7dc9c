import type { ActionType, GraphNode, JsonObject } from "@trilho/engine";
import { nodeName, validateGraph } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import { nodeLabel, accessibleName } from "./node-label.ts";

const action = (actionType: ActionType, config: JsonObject = {}): GraphNode => ({
  id: "n",
  type: "action",
  actionType,
  config,
});
const names = { ...EMPTY_LOOKUP, tagName: () => "VIP", stageName: () => "Won" };

describe("a step in words", () => {
  test.each<[GraphNode, string, string]>([
    [{ id: "n", type: "trigger" }, "Trigger", "Deal created: Homes"],
    [{ id: "n", type: "wait", config: { delaySeconds: 187_200 } }, "Wait 2 days 4 hours", ""],
    [{ id: "n", type: "end" }, "End", ""],
    [{ id: "n", type: "condition", condition: { branches: [{}, {}] } }, "Condition", "2 branches"],
    [{ id: "n", type: "round_robin", config: { exits: [{}, {}] } }, "Round robin", "Take turns between 2 exits"],
    [action("add_tag", { tagIds: ["t"] }), "Add tags", "VIP"],
    [action("move_stage", { targetStageId: "s" }), "Move to stage", "Move to Won"],
    [action("send_whatsapp", { text: "Hi!" }), "Send WhatsApp: Hi!", ""],
    [
      action("send_whatsapp", { text: "Hi {{ contact.firstName }}, ready?" }),
      "Send WhatsApp",
      "Hi [First name], ready?",
    ],
    [action("send_whatsapp", { templateName: "welcome" }), "Send WhatsApp", "welcome"],
    [action("send_whatsapp"), "Send WhatsApp", "no message yet"],
    [action("close_conversation"), "Close conversation", ""],
    [{ ...action("wait"), actionType: "send_pigeon" as ActionType }, "Action", "Unknown action: send_pigeon"],
    [{ id: "n", type: "action" }, "Action", "Choose what this step does"],
    [
      { ...action("add_tag", { tagIds: ["t"] }), config: { tagIds: ["t"], ui: { label: "Mark" } } },
      "Mark",
      "Add tags: VIP",
    ],
  ])("%j", (node, title, detail) => {
    expect(nodeLabel(node, names, "Deal created: Homes")).toMatchObject({ name: nodeName(node), title, detail });
  });

  test("is heard with what it does, or by the name a person gave it", () => {
    const tagged = action("add_tag", { tagIds: ["t"] });
    expect(accessibleName(tagged, names, null)).toBe("Add tags: VIP");
    expect(accessibleName({ ...tagged, config: { ui: { label: "Mark" } } }, names, null)).toBe("Mark");
  });

  test("is called the same in problems", () => {
    const trigger: GraphNode = { id: "n", type: "trigger" };
    const [problem] = validateGraph({ version: 2, nodes: [trigger] }).problems;
    expect(problem?.message).toContain(`“${nodeLabel(trigger, names, "Deal created").name}”`);
  });
});
