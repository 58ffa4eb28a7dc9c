import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { action, branch, condition, end, found, graph, trigger, wait } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const send = (id: string, text: string, more = {}) => action(id, "send_whatsapp", { text, ...more });
const tag = (id: string, ...tagIds: string[]) => action(id, "add_tag", { tagIds });
const warnings = (nodes: readonly unknown[], ...lines: string[]) => found(graph(nodes, lines), "warning");
const stage = (id: string, targetStageId: string) => action(id, "move_stage", { targetStageId });
const field = (id: string, slug: string, value: string | null) =>
  action(id, "set_custom_field", { fieldSlug: slug, value });
const user = (id: string, userId: string) => action(id, "assign_responsible", { userId });
const fieldById = (id: string, fieldId: string, value: string | number) =>
  action(id, "set_custom_field", { fieldId, value });
const coOwner = (id: string, userId: string) => action(id, "add_co_owner", { userId });
const plain = (id: string, type: ActionType, config: JsonObject = {}) => action(id, type, config);
const untag = (id: string) => action(id, "remove_tag", { tagIds: ["x"] });
const closing = (id: string) => action(id, "close_conversation");
describe("messages in a row", () => {
  it.each([
    ["the same text", send("a", "Hi"), send("b", "Hi"), 1],
    ["the same but for what the editor keeps", send("a", "Hi", { ui: { x: 1 } }), send("b", "Hi", { ui: { x: 9 } }), 1],
    ["another text", send("a", "Hi"), send("b", "How are you?"), 0],
    ["the same text by e-mail", send("a", "Hi"), action("b", "send_email", { text: "Hi" }), 0],
    ["two that say nothing", action("a", "send_whatsapp"), action("b", "send_whatsapp"), 0],
    ["after an answer", send("a", "Hi", { awaitReply: true }), send("b", "Hi", { awaitReply: true }), 0],
  ])("%s", (_, a, b, count) => {
    const all = warnings([trigger(), a, b], "start > a", "a > b");
    expect(all.filter((line) => line.startsWith("repeated-message"))).toHaveLength(count);
  });

  it.each([
    ["with other steps in between", [tag("t", "x")], ["start > a", "a > t", "t > b"], 1],
    ["with a wait in between", [wait("w")], ["start > a", "a > w", "w > b"], 0],
    [
      "on one way of two",
      [condition("c", branch("p")), tag("t", "x")],
      ["start > c", "c branch_p> a", "a > b", "c fallback> b"],
      1,
    ],
    ["on two ways that meet later", [condition("c", branch("p"))], ["start > c", "c branch_p> a", "c fallback> b"], 0],
  ])("the same text %s", (_, between, lines, count) => {
    const all = warnings([trigger(), send("a", "Hi"), ...between, send("b", "Hi")], ...lines);
    expect(all.filter((line) => line.startsWith("repeated-message"))).toHaveLength(count);
  });

  it.each([
    ["z > m", "a > m"],
    ["a > m", "z > m"],
  ])("is told with the first by id of those that may have sent it: %s, %s", (...ways) => {
    const nodes = [trigger(), condition("c", branch("p")), send("z", "Hi"), send("a", "Hi"), send("m", "Hi"), end()];
    const lines = ["start > c", "c branch_p> z", "c fallback> a", ...ways, "m > done"];
    expect(validateGraph(graph(nodes, lines)).problems).toMatchObject([
      { code: "repeated-message", path: "/nodes/4", nodeId: "m", related: { nodeIds: ["a", "m"] } },
    ]);
  });

  it.each([
    ["three times, twice told", [send("a", "Hi"), send("b", "Hi"), send("c", "Hi")], 2],
    ["with another in between", [send("a", "Hi"), send("b", "Ho"), send("c", "Hi")], 1],
    ["as long, and not the same", [send("a", "Hi"), send("b", "Ho")], 0],
    ["by what only the editor keeps", [plain("a", "send_email", { ui: {} }), plain("b", "send_email", { ui: {} })], 0],
    ["by a step with a label", [send("a", "Hi"), send("b", "Hi", { ui: { label: "Hello" } })], 1],
    ["by a step whose id another has", [send("a", "Hi"), send("a", "Hi")], 0],
    [
      "by answers to comments",
      [plain("a", "reply_instagram_comment", { text: "Hi" }), plain("b", "reply_instagram_comment", { text: "Hi" })],
      1,
    ],
    [
      "by steps that reach nobody",
      [plain("a", "create_task", { title: "Hi" }), plain("b", "create_task", { title: "Hi" })],
      0,
    ],
  ])("the same message %s", (_, nodes, count) => {
    const lines = nodes.map(({ id }, index) => `${nodes[index - 1]?.id ?? "start"} > ${id}`);
    const all = warnings([trigger(), ...nodes], ...lines);
    expect(all.filter((line) => line.startsWith("repeated-message"))).toHaveLength(count);
  });

  it("is told with what both steps are called", () => {
    const [a, b] = [send("a", "Hi", { ui: { label: "First" } }), send("b", "Hi", { ui: { label: "Second" } })];
    const { problems } = validateGraph(graph([trigger(), a, b], ["start > a", "a > b"]));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/“Second”.*“First”/)]);
  });

  it("a second try after a failure is fine", () => {
    expect(warnings([trigger(), send("a", "Hi"), send("b", "Hi")], "start > a", "a fallback> b")).toEqual([]);
  });
});

describe("tags added twice", () => {
  it.each([
    ["on the only path", [tag("a", "x"), tag("b", "x")], ["start > a", "a > b"], 1],
    ["with a new one", [tag("a", "x"), tag("b", "x", "y")], ["start > a", "a > b"], 0],
    ["after a failure", [tag("a", "x"), tag("b", "x")], ["start > a", "a fallback> b"], 0],
    [
      "after it was removed",
      [tag("a", "x"), action("r", "remove_tag", { tagIds: ["x"] }), tag("b", "x")],
      ["start > a", "a > r", "r > b"],
      0,
    ],
    [
      "on one path of two",
      [condition("c", branch("p")), tag("a", "x"), tag("b", "x")],
      ["start > c", "c branch_p> a", "a > b", "c fallback> b"],
      0,
    ],
    ["after one that is cut off", [tag("a", "x"), tag("b", "x")], ["start > b", "ghost > a", "a > b"], 0],
    ["by a step whose id another has", [tag("a", "x"), tag("a", "x")], ["start > a"], 0],
    [
      "on both paths",
      [condition("c", branch("p")), tag("a", "x"), tag("a2", "x"), tag("b", "x")],
      ["start > c", "c branch_p> a", "a > b", "c fallback> a2", "a2 > b"],
      1,
    ],
  ])("%s", (_, nodes, lines, count) => {
    expect(warnings([trigger(), ...nodes], ...lines)).toHaveLength(count);
  });
});

describe("actions that change nothing", () => {
  it.each([
    ["the stage where the deal is", [stage("a", "won"), stage("b", "won")], 1],
    ["another stage", [stage("a", "won"), stage("b", "lost")], 0],
    ["there and back", [stage("a", "won"), stage("b", "lost"), stage("c", "won")], 0],
    ["a stage made by Liquid", [stage("a", "{{ x }}"), stage("b", "{{ x }}")], 0],
    ["a stage after one that is not known", [stage("a", "won"), stage("b", "{{ x }}"), stage("c", "won")], 0],
    ["after a wait", [stage("a", "won"), wait("w"), stage("b", "won")], 0],
    ["after an answer", [stage("a", "won"), send("m", "Hi", { awaitReply: true }), stage("b", "won")], 0],
    ["the same responsible", [user("a", "maria"), tag("t", "y"), user("b", "maria")], 1],
    ["the same value of a field", [field("a", "plan", "Gold"), field("b", "plan", "Gold")], 1],
    ["an empty value of a field", [field("a", "plan", null), field("b", "plan", null)], 1],
    ["another field", [field("a", "plan", "Gold"), field("b", "size", "Gold")], 0],
    [
      "a field that may be the same one",
      [
        field("a", "plan", "Gold"),
        action("m", "set_custom_field", { fieldId: "cf", value: "Tin" }),
        field("b", "plan", "Gold"),
      ],
      0,
    ],
    ["a tag taken off twice", [untag("a"), untag("b")], 1],
    ["a tag taken off, added and taken off", [untag("a"), tag("t", "x"), untag("b")], 0],
    [
      "the same co-owner",
      [action("a", "add_co_owner", { userId: "u" }), action("b", "add_co_owner", { userId: "u" })],
      1,
    ],
    ["responsible and co-owner", [user("a", "u"), action("b", "add_co_owner", { userId: "u" })], 0],
    ["a co-owner after another", [coOwner("a", "u"), coOwner("m", "{{ v }}"), coOwner("b", "u")], 0],
    ["a responsible after one that is not known", [user("a", "u"), user("m", "{{ v }}"), user("b", "u")], 0],
    ["a comment hidden twice", [plain("a", "hide_instagram_comment"), plain("b", "hide_instagram_comment")], 1],
    ["automations stopped twice", [plain("a", "stop_automations"), plain("b", "stop_automations")], 1],
    [
      "automations stopped again after a change",
      [plain("a", "stop_automations"), stage("m", "won"), plain("b", "stop_automations")],
      0,
    ],
    [
      "a conversation closed after a comment was answered",
      [closing("a"), plain("m", "reply_instagram_comment"), closing("b")],
      0,
    ],
    ["a conversation closed after a tag", [closing("a"), tag("m", "x"), closing("b")], 1],
    ["a field by its id and by its slug", [fieldById("a", "plan", "Gold"), field("b", "plan", "Gold")], 0],
    ["the same field by its id", [fieldById("a", "plan", "Gold"), fieldById("b", "plan", "Gold")], 1],
    ["a number and the same as text", [fieldById("a", "plan", 5), fieldById("b", "plan", "5")], 0],
    ["an empty stage", [stage("a", ""), stage("b", "")], 0],
    ["a stage by a tag of Liquid", [stage("a", "{% if x %}won{% endif %}"), stage("b", "{% if x %}won{% endif %}")], 0],
    ["a conversation closed twice", [closing("a"), closing("b")], 1],
    ["a conversation closed after a message", [closing("a"), send("m", "Hi"), closing("b")], 0],
  ])("%s", (_, nodes, count) => {
    const lines = nodes.map(({ id }, index) => `${nodes[index - 1]?.id ?? "start"} > ${id}`);
    const told = warnings([trigger(), ...nodes], ...lines).filter((line) => line.startsWith("repeated-action"));
    expect(told).toHaveLength(count);
  });

  it("tags count as staying over a wait", () => {
    const all = warnings([trigger(), tag("a", "x"), wait("w"), tag("b", "x")], "start > a", "a > w", "w > b");
    expect(all).toEqual(["repeated-tag /nodes/3/config/tagIds"]);
  });
});

describe("habits", () => {
  const ask = action("it", "send_whatsapp", { text: "Hi", buttons: [{ id: "yes", label: "Yes" }] });
  it.each([
    ["a trigger with nothing after it", [trigger()], [], ["nothing-after-trigger /nodes/0"]],
    [
      "a question without a timeout",
      [trigger(), ask, end()],
      ["start > it", "it > done"],
      ["reply-without-timeout /nodes/1"],
    ],
    ["a question with one", [trigger(), ask, end()], ["start > it", "it > done", "it timeout> done"], []],
    ["a question that a connection leaves unclearly", [trigger(), ask, end()], ["start > it", "it oops> done"], []],
    [
      "a question beside another that a connection leaves unclearly",
      [trigger(), { ...ask, id: "a" }, ask, end()],
      ["start > a", "a oops> it", "a > it", "it > done"],
      ["reply-without-timeout /nodes/2"],
    ],
    [
      "a condition without anywhere to go when no branch holds",
      [trigger(), condition("it", branch("a")), end()],
      ["start > it", "it branch_a> done"],
      ["condition-without-fallback /nodes/1"],
    ],
    [
      "a condition that asks nothing",
      [trigger(), condition("it"), end()],
      ["start > it", "it fallback> done"],
      ["condition-without-branches /nodes/1"],
    ],
  ])("%s", (_, nodes, lines, expected) => {
    expect(warnings(nodes, ...lines)).toEqual(expected);
  });

  it("of a question that a connection leaves by no text are not asked for", () => {
    const asked = graph([trigger(), ask, end()], ["start > it"]);
    const edges = [...(asked.edges ?? []), { source: "it", target: "done", sourceHandle: 5 }];
    expect(found({ ...asked, edges }, "warning")).toEqual([]);
  });
});

describe("addresses of webhooks", () => {
  it.each([
    ["https://example.com", true],
    [" HTTP://example.com", true],
    ["{{ deal.url }}", true],
    ["{% if deal.url %}{{ deal.url }}{% endif %}", true],
    ["ftp://example.com", false],
    ["see https://example.com", false],
    ["to {{ deal.url }}", false],
    ["https:/example.com", false],
    ["javascript:alert(1)", false],
  ])("%s: %s", (url, isCalled) => {
    const told = warnings([trigger(), action("it", "webhook", { url })], "start > it");
    expect(told).toEqual(isCalled ? [] : ["url-not-http /nodes/1/config/url"]);
    const media = warnings([trigger(), action("it", "send_whatsapp", { mediaLink: url })], "start > it");
    expect(media).toEqual(isCalled ? [] : ["url-not-http /nodes/1/config/mediaLink"]);
  });
});

describe("how long a run may take", () => {
  const day = 86_400;
  it.each([
    ["365 days in all", [wait("a", 300 * day), wait("b", 65 * day)], []],
    [
      "366 days in all",
      [wait("a", 300 * day), wait("b", 66 * day), wait("c", 400 * day)],
      ["longer-than-a-year /nodes/2"],
    ],
    ["a year and a second", [wait("a", 365 * day + 1)], ["longer-than-a-year /nodes/1"]],
    [
      "364 days and a day's silence",
      [wait("a", 364 * day), send("b", "Hi", { awaitReply: true }), wait("c", 5)],
      ["longer-than-a-year /nodes/3"],
    ],
    [
      "a year of silence and a wait",
      [send("a", "Hi", { awaitReply: true, replyTimeoutSeconds: 365 * day }), wait("b", 5)],
      ["longer-than-a-year /nodes/2"],
    ],
    ["a message that awaits no answer", [wait("a", 365 * day), send("b", "Hi")], []],
  ])("%s", (_, waits, expected) => {
    const lines = waits.map(({ id }, index) => `${waits[index - 1]?.id ?? "start"} > ${id}`);
    const told = warnings([trigger(), ...waits], ...lines).filter((line) => !line.startsWith("reply-without-timeout"));
    expect(told).toEqual(expected);
  });

  it("counts the longest way, and only where the trigger leads", () => {
    const long = wait("b", 400 * day);
    const two = graph(
      [trigger(), condition("c", branch("x")), wait("a"), long, end()],
      ["start > c", "c branch_x> a", "c fallback> b", "a > done", "b > done"],
    );
    expect(validateGraph(two).problems).toMatchObject([
      { code: "longer-than-a-year", nodeId: "b", params: { days: 400 } },
    ]);
    const apart = graph([trigger(), end(), long], ["start > done"]);
    expect(found(apart, "warning")).toEqual([]);
  });
});
