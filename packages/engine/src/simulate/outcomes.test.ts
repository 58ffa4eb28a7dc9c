import { describe, expect, it } from "vitest";
import type { ActionType, GraphDefinition } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { AttemptOutcome, Outcome, Scenario } from "../contract/scenario.ts";
import { BACKOFF_MS } from "../interpreter/retry.ts";
import { createRenderer } from "../liquid/renderer.ts";
import { isOutcome } from "./outcome.ts";
import { simulateRun } from "./simulate-run.ts";

const START = "2026-01-05T12:00:00.000Z";
const buttons = [{ id: "yes", label: "Yes" }];
const ask = (id: string) => ({
  id,
  type: "action" as const,
  actionType: "send_whatsapp" as const,
  config: { text: "?", buttons, replyTimeoutSeconds: 3600 },
});

/** Asks, waits ten minutes, asks again, then looks at what was said last. */
const TWO_QUESTIONS: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    ask("first"),
    { id: "pause", type: "wait", config: { delaySeconds: 600 } },
    ask("second"),
  ],
  edges: [
    { source: "start", target: "first" },
    { source: "first", target: "pause", sourceHandle: "replied" },
    { source: "pause", target: "second" },
  ],
};

const simulate = (outcomes: Scenario["outcomes"] = {}) =>
  simulateRun(TWO_QUESTIONS, { startAt: START, facts: { deal: {} }, outcomes, seed: "s" });

/** The reasons at a node, with how many seconds after the start. */
const told = (nodeId: string, outcomes: Scenario["outcomes"]) =>
  simulate(outcomes)
    .trace.filter((entry) => entry.nodeId === nodeId)
    .map(({ why, at }) => [why.code, Math.round((Date.parse(at) - Date.parse(START)) / 1000)]);

const attempts = (...list: AttemptOutcome[]): Record<string, Outcome> => ({
  first: { type: "attempts", attempts: list },
});

describe("an outcome for each attempt", () => {
  it.each<[string, AttemptOutcome[], string[]]>([
    [
      "fails, then fails for good",
      [{ type: "fail" }, { type: "fail_permanently" }],
      ["attempt-failed", "failed-permanently"],
    ],
    ["fails, then succeeds beyond the list", [{ type: "fail" }], ["attempt-failed", "awaiting-reply", "no-reply"]],
    ["succeeds at once", [{ type: "silence" }, { type: "fail" }], ["awaiting-reply", "no-reply"]],
    ["succeeds with an empty list", [], ["awaiting-reply", "no-reply"]],
    [
      "fails, then is answered",
      [{ type: "fail" }, { type: "reply", afterSeconds: 60, reply: { buttonId: "yes" } }],
      ["attempt-failed", "awaiting-reply", "button-pressed"],
    ],
    [
      "fails five times",
      [1, 2, 3, 4, 5].map(() => ({ type: "fail" as const })),
      [...[1, 2, 3, 4].map(() => "attempt-failed"), "retries-exhausted"],
    ],
  ])("%s", (_, list, expected) => {
    const codes = told("first", attempts(...list)).map(([code]) => code);
    expect(codes.filter((code) => code !== "performing" && code !== "no-edge")).toEqual(expected);
  });

  it("says each attempt's own error", () => {
    const { trace } = simulate(
      attempts({ type: "fail", message: "429" }, { type: "fail_permanently", message: "blocked" }),
    );
    expect(trace.map(({ why }) => why.params["message"]).filter(Boolean)).toEqual(["429", "blocked"]);
  });

  it("tells one without words by its code", () => {
    const { trace } = simulate(attempts({ type: "fail" }, { type: "uncertain" }));
    expect(trace.map(({ why }) => why.params["failure"]).filter(Boolean)).toEqual([
      [{ code: "no-answer", params: {} }],
      [{ code: "answer-lost", params: {} }],
    ]);
  });

  it("is tried again after what Retry-After asks for, be that longer than the backoff or shorter", () => {
    const failed = (retryAfterSeconds?: number) =>
      told("first", {
        first: { type: "fail", times: 1, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
      }).find(([code], index) => code === "performing" && index > 0)?.[1];
    expect(failed(5400)).toBe(5400);
    expect(failed(7)).toBe(7);
    expect(failed(0)).toBe(1);
    expect(failed()).toBeGreaterThanOrEqual(BACKOFF_MS[0] / 2000);
    expect(told("first", attempts({ type: "fail", retryAfterSeconds: 7200 }))[2]).toEqual(["performing", 7200]);
  });
});

const replies = (first: [seconds: number, text: string], ...rest: [seconds: number, text: string][]): Outcome => {
  const [outcome, ...further] = [first, ...rest].map(([afterSeconds, text]) => ({ afterSeconds, reply: { text } }));
  return { type: "reply", afterSeconds: 0, reply: {}, ...outcome, further };
};

describe("several replies", () => {
  it.each<[string, Record<string, Outcome>, unknown[]]>([
    ["answer the next question, once it is asked", { first: replies([60, "a"], [700, "b"]) }, ["text-reply", 700]],
    ["that come while nothing is asked answer nothing", { first: replies([60, "a"], [300, "b"]) }, ["no-reply", 4260]],
    [
      "come in their order, whichever is written first",
      { first: replies([1200, "late"], [60, "early"]) },
      ["text-reply", 1200],
    ],
    [
      "to both questions: the first that comes answers",
      { first: replies([60, "a"], [900, "b"]), second: replies([30, "c"]) },
      ["text-reply", 690],
    ],
  ])("%s", (_, outcomes, expected) => {
    expect(told("second", outcomes)).toContainEqual(expected);
  });

  it("that press a button of the question before are an answer, but none of this one's buttons", () => {
    const { trace, facts } = simulate({
      first: {
        type: "reply",
        afterSeconds: 60,
        reply: { text: "a" },
        further: [{ afterSeconds: 700, reply: { buttonId: "yes" } }],
      },
    });
    expect(trace.filter(({ nodeId }) => nodeId === "second").map(({ why }) => why.code)).not.toContain(
      "button-pressed",
    );
    expect(trace.at(-1)?.nodeId).toBe("second");
    // What was said is told as it was said.
    expect(facts.message).toMatchObject({ buttonId: "yes" });
  });

  it("are seen as the last message, also where they answer nothing", () => {
    expect(
      simulate({ first: replies([60, "a"], [300, "b"]), second: { type: "fail_permanently" } }).facts,
    ).toMatchObject({
      deal: { lastMessageAt: "2026-01-05T12:05:00.000Z" },
      message: { text: "a" },
    });
  });

  it("may answer too late", () => {
    expect(told("first", { first: replies([7200, "a"], [8000, "b"]) })).toContainEqual(["no-reply", 3600]);
  });
});

describe("what is read of an outcome", () => {
  it.each<[string, unknown, boolean]>([
    ["attempts", { type: "attempts", attempts: [{ type: "fail" }, { type: "silence" }] }, true],
    ["no list of attempts", { type: "attempts" }, false],
    ["attempts in attempts", { type: "attempts", attempts: [{ type: "attempts", attempts: [] }] }, false],
    ["an attempt of an unknown kind", { type: "attempts", attempts: [{ type: "toString" }] }, false],
    ["a Retry-After", { type: "fail", times: 1, retryAfterSeconds: 60 }, true],
    ["a Retry-After of less than nothing", { type: "fail", times: 1, retryAfterSeconds: -1 }, false],
    ["a Retry-After that is a text", { type: "fail", times: 1, retryAfterSeconds: "60" }, false],
    ["an error that is no text", { type: "fail_permanently", message: 5 }, false],
    ["further replies", { type: "reply", afterSeconds: 1, reply: {}, further: [{ afterSeconds: 2, reply: {} }] }, true],
    ["a further reply without a time", { type: "reply", afterSeconds: 1, reply: {}, further: [{ reply: {} }] }, false],
    ["further replies that are no list", { type: "reply", afterSeconds: 1, reply: {}, further: {} }, false],
    ["a text that is none", { type: "reply", afterSeconds: 1, reply: { text: 5 } }, false],
  ])("%s", (_, outcome, expected) => {
    expect(isOutcome(outcome)).toBe(expected);
    const error = simulate({ first: outcome as Outcome }).error;
    expect(error?.code ?? null).toBe(expected ? null : "invalid-scenario");
  });
});

const NOTHING = "{{ deal.lostReason }}";
const acting = (actionType: ActionType, config: JsonObject) => {
  const nodes = [
    { id: "start", type: "trigger" as const },
    { id: "act", type: "action" as const, actionType, config },
  ];
  const definition = { version: 2 as const, nodes, edges: [{ source: "start", target: "act" }] };
  const { status, trace } = simulateRun(
    definition,
    { startAt: START, facts: { deal: { name: "Roof" } } },
    { render: createRenderer() },
  );
  return [status, trace.at(-1)?.why.params["failure"]];
};

describe("an action whose texts come to nothing", () => {
  it.each<[ActionType, JsonObject, string]>([
    ["send_whatsapp", { text: NOTHING }, "message-empty"],
    ["send_whatsapp", { mediaLink: ` ${NOTHING} ` }, "message-empty"],
    ["reply_instagram_comment", { text: NOTHING }, "reply-empty"],
    ["send_instagram_private_reply", { text: NOTHING }, "reply-empty"],
    ["send_email", { to: "ana@acme.example", subject: NOTHING, body: NOTHING }, "mail-empty"],
    ["webhook", { url: NOTHING }, "webhook-not-web"],
  ])("%s %j fails as it does in life", (actionType, config, code) => {
    expect(acting(actionType, config)).toEqual(["failed", [{ code, params: {} }]]);
  });

  it("a template one of whose values comes to nothing fails as it does in life", () => {
    const templateParameters = { header: { "1": "{{ deal.name }}" }, body: { "1": "", "2": NOTHING } };
    const failure = { code: "template-value-empty", params: { words: "2" } };
    expect(acting("send_whatsapp", { templateName: "welcome", templateParameters })).toEqual(["failed", [failure]]);
  });

  it.each<[ActionType, JsonObject]>([
    ["send_whatsapp", { text: NOTHING, mediaLink: "https://cdn.example/a.jpg" }],
    ["send_email", { to: "ana@acme.example", subject: "{{ deal.name }}", body: NOTHING }],
    ["create_task", { title: NOTHING }],
    ["send_whatsapp", {}],
    ["send_whatsapp", { text: "Hi", templateParameters: { body: { "1": NOTHING } } }],
  ])("%s %j is carried out, as something is left, or nothing was there to say", (actionType, config) => {
    expect(acting(actionType, config)).toEqual(["completed", undefined]);
  });
});

const STAGES = [
  { id: "open", pipelineId: "p" },
  { id: "lost", pipelineId: "p", isLost: true },
  { id: "won", pipelineId: "p", isWon: true },
];
const among = (actionType: ActionType, config: JsonObject, deal: JsonObject = {}, contact?: JsonObject) => {
  const nodes = [
    { id: "start", type: "trigger" as const },
    { id: "act", type: "action" as const, actionType, config },
  ];
  const definition = { version: 2 as const, nodes, edges: [{ source: "start", target: "act" }] };
  const scenario = { startAt: START, facts: { deal, ...(contact && { contact }) }, stages: STAGES };
  const { status, trace } = simulateRun(definition, scenario);
  return [status, trace.at(-1)?.why.params["failure"]];
};

describe("an action that fails by its settings alone", () => {
  it.each<[ActionType, JsonObject, string]>([
    ["send_whatsapp", { text: "Hi", mediaLink: "ftp://cdn.example/a.jpg" }, "media-not-web"],
    ["send_whatsapp", { templateName: "hi", mediaAssetId: "file" }, "template-with-file"],
    ["send_email", { to: "nobody", subject: "Hi" }, "mail-recipient-wrong"],
    ["send_email", { to: " ; ", subject: "Hi" }, "mail-recipient-wrong"],
    ["send_email", { subject: "Hi", replyTo: "sales" }, "mail-reply-to-wrong"],
    ["webhook", { url: "crm.example.com/in" }, "webhook-not-web"],
    ["move_stage", { targetStageId: "lost" }, "loss-reason-missing"],
    ["move_stage", { targetStageId: "open", lostReason: "Price" }, "loss-reason-not-lost"],
    ["create_lead", { stageId: "won" }, "stage-final"],
    ["add_co_owner", {}, "co-owner-missing"],
  ])("%s %j fails in the simulator as it does in life", (actionType, config, code) => {
    expect(among(actionType, config)).toEqual(["failed", [{ code, params: {} }]]);
  });

  it("says how many buttons there may be", () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ id: `b${index}`, label: `B${index}` }));
    const failure = { code: "buttons-too-many", params: { count: 10 } };
    expect(among("send_whatsapp", { text: "Hi", buttons: many })).toEqual(["failed", [failure]]);
  });

  it("is carried out where Liquid has yet to say what it needs, or the deal is lost already", () => {
    const address = { to: "{{ contact.email }}", subject: "Hi", replyTo: "{% if true %}x{% endif %}" };
    expect(among("send_email", address)[0]).toBe("completed");
    expect(among("webhook", { url: "{{ deal.customFields.hook }}" })[0]).toBe("completed");
    expect(among("move_stage", { targetStageId: "lost" }, { status: "lost" })[0]).toBe("completed");
    expect(among("move_stage", { targetStageId: "lost", lostReason: "{{ deal.source }}" })[0]).toBe("completed");
  });

  it("fails once it is filled in with what is no address", () => {
    expect(acting("send_email", { to: "{{ deal.name }}", subject: "Hi" })).toEqual([
      "failed",
      [{ code: "mail-recipient-wrong", params: {} }],
    ]);
  });
});

describe("what is sent to the contact of a deal", () => {
  const OWN = "Ana@acme.example";
  it.each<[ActionType, JsonObject, contact: JsonObject, string | undefined]>([
    ["send_whatsapp", { text: "Hi" }, { phone: null }, "contact-without-phone"],
    ["send_whatsapp", { text: "Hi" }, { phone: "" }, "contact-without-phone"],
    ["send_whatsapp", { text: "Hi" }, { phone: "+5511999990000", blocked: true }, "contact-blocked"],
    ["send_whatsapp", { text: "Hi" }, { optedOutAt: "2026-01-02T09:00:00Z" }, "contact-opted-out"],
    ["send_whatsapp", { text: "Hi" }, { blocked: false, optedOutAt: null }, undefined],
    ["send_whatsapp", { text: "Hi" }, {}, undefined],
    ["send_email", { subject: "Hi" }, { email: null }, "mail-without-recipient"],
    ["send_email", { subject: "Hi" }, { email: OWN, blocked: true }, "contact-blocked"],
    ["send_email", { subject: "Hi", to: "bia@acme.example" }, { email: null, blocked: true }, undefined],
    [
      "send_email",
      { subject: "Hi", to: "bia@acme.example, ana@acme.example" },
      { email: OWN, blocked: true },
      "contact-blocked",
    ],
    ["send_email", { subject: "Hi", to: "{{ contact.email }}" }, { email: OWN, blocked: true }, undefined],
    ["webhook", { url: "https://crm.example.com" }, { blocked: true, phone: null, email: null }, undefined],
  ])("%s %j to %j: %s", (actionType, config, contact, code) => {
    const failure = code && [{ code, params: {} }];
    expect(among(actionType, config, {}, contact)).toEqual([code ? "failed" : "completed", failure]);
  });
});
