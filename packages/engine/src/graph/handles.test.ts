import { describe, expect, it } from "vitest";
import { parseHandle, partHandle } from "../contract/handles.ts";
import type { GraphNode } from "../contract/definition.ts";
import { handlesOf } from "./handles.ts";

const send = (config: object) => ({ id: "x", type: "action", actionType: "send_whatsapp", config });
const replies = ["text_reply", "replied", "timeout", "next", "fallback"];

describe("handlesOf", () => {
  it.each<[string, unknown, string[]]>([
    ["a trigger", { id: "x", type: "trigger" }, ["next"]],
    ["an end", { id: "x", type: "end" }, []],
    ["a wait", { id: "x", type: "wait" }, ["next"]],
    ["an action that waits", { id: "x", type: "action", actionType: "wait" }, ["next"]],
    ["an action", { id: "x", type: "action", actionType: "create_task" }, ["next", "fallback"]],
    ["an action without type", { id: "x", type: "action" }, ["next", "fallback"]],
    ["a message", send({ text: "Hi", buttons: [] }), ["next", "fallback"]],
    ["a message that awaits a reply", send({ awaitReply: true }), replies],
    ["a message with buttons", send({ buttons: [{ id: "yes" }, { id: "no" }] }), ["btn_yes", "btn_no", ...replies]],
    [
      "a message with half-made buttons",
      send({ buttons: [null, {}, { id: "a b" }, { id: "yes" }, { id: "yes" }] }),
      ["btn_yes", ...replies],
    ],
    [
      "a condition",
      { id: "x", type: "condition", condition: { branches: [{ id: "vip" }] } },
      ["branch_vip", "fallback"],
    ],
    ["a condition without any", { id: "x", type: "condition", condition: null }, ["fallback"]],
    [
      "a round robin",
      { id: "x", type: "round_robin", config: { exits: [{ id: "a" }, { id: "b" }] } },
      ["rr_a", "rr_b"],
    ],
    ["a round robin without any", { id: "x", type: "round_robin" }, []],
    ["lists that are none", { id: "x", type: "round_robin", config: { exits: { length: 2 } } }, []],
    ["an unknown type", { id: "x", type: "constructor" }, []],
    ["nothing", null, []],
  ])("%s", (_, node, expected) => {
    expect(handlesOf(node as GraphNode).map(({ id }) => id)).toEqual(expected);
  });

  it("tells kind, label, and that branches and exits need their edge", () => {
    const condition = { branches: [{ id: "vip", label: "VIP", query: {} }] };
    expect(handlesOf({ id: "x", type: "condition", condition })).toEqual([
      { id: "branch_vip", kind: "branch", label: "VIP", required: true },
      { id: "fallback", kind: "fallback", required: false },
    ]);
  });
});

describe("parseHandle", () => {
  it.each([
    ["next", { kind: "next", partId: null }],
    ["text_reply", { kind: "text_reply", partId: null }],
    ["branch_vip", { kind: "branch", partId: "vip" }],
    ["rr_a_b-1", { kind: "rr", partId: "a_b-1" }],
    ["btn_btn_x", { kind: "btn", partId: "btn_x" }],
    ["branch_", null],
    ["branch_a b", null],
    [`rr_${"x".repeat(65)}`, null],
    ["Next", null],
    ["next ", null],
    ["next\n", null],
    ["", null],
    ["constructor", null],
  ])("%j", (handle, expected) => expect(parseHandle(handle)).toEqual(expected));

  it("reads what partHandle writes", () => {
    expect(parseHandle(partHandle("rr", "ana"))).toEqual({ kind: "rr", partId: "ana" });
  });
});
