import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Reply, RunEvent } from "../contract/run.ts";
import { describeReason } from "../messages/describe.ts";
import { ptBR } from "../messages/pt-br.ts";
import { advance } from "./advance.ts";
import { compileRun } from "./compile-run.ts";
import { action, around, path, play, START } from "./testing/run.ts";
import type { Happening } from "./testing/run.ts";

const failed = (permanent: boolean): Happening => ({
  type: "perform_failed",
  error: { message: "no", permanent },
  random: 0,
});
const performed: Happening = { type: "performed" };
const woke: Happening = { type: "woke" };
const usedUp: Happening[] = [1, 2, 3, 4].flatMap(() => [failed(false), woke]).concat(failed(false));
const BUTTONS: JsonObject = { buttons: [{ id: "yes", label: "Yes" }, { id: "no" }] };
const AWAIT: JsonObject = { awaitReply: true };
/** Every branch holds. */
const condition = (...branches: object[]) => ({
  type: "condition" as const,
  condition: { branches: branches.map((branch) => ({ ...branch, query: { combinator: "and", rules: [] } })) },
});

describe("an action leaves", () => {
  it.each<[string, string[], Happening[], string[], string]>([
    ["by next when it succeeded", ["next", "fallback"], [performed], ["n:next", "to-next"], "completed"],
    [
      "by fallback after a permanent error",
      ["next", "fallback"],
      [failed(true)],
      ["n:fallback", "to-fallback"],
      "completed",
    ],
    ["by fallback when the attempts are used up", ["fallback"], usedUp, ["n:fallback", "to-fallback"], "completed"],
    ["not at all after a permanent error without fallback", ["next"], [failed(true)], ["n"], "failed"],
    ["not at all when the attempts are used up without fallback", ["next"], usedUp, ["n"], "dead_letter"],
    ["into completion without a next edge", [], [performed], ["n:next", "n"], "completed"],
  ])("%s", (_, handles, happenings, steps, status) => {
    const answer = play(around(action("add_tag", { tagIds: ["t"] }), handles), happenings);
    expect(path(answer)).toEqual(steps);
    expect(answer.state).toMatchObject({ status, phase: "ended", wakeAt: null });
    expect(answer.effects).toEqual([{ type: "finish", status }]);
  });

  it("keeps the last error of a run that failed", () => {
    expect(play(around(action("add_tag"), []), [failed(true)]).state.lastError).toBe("no");
  });
});

describe("an awaited reply leaves by the most specific handle with an edge", () => {
  const all = ["btn_yes", "btn_no", "text_reply", "replied", "timeout", "next", "fallback"];
  const without = (...gone: string[]) => all.filter((handle) => !gone.includes(handle));
  const media: Reply = {};

  it.each<[string, JsonObject, Reply, string[], string]>([
    ["a button", BUTTONS, { buttonId: "yes" }, all, "btn_yes"],
    ["a button that sends its label along", BUTTONS, { buttonId: "no", text: "no" }, all, "btn_no"],
    ["a button without its edge", BUTTONS, { buttonId: "yes" }, without("btn_yes"), "replied"],
    ["a button with neither edge", BUTTONS, { buttonId: "yes" }, without("btn_yes", "replied"), "next"],
    ["a button of another message", BUTTONS, { buttonId: "old" }, all, "replied"],
    ["one that sends its label along", BUTTONS, { buttonId: "old", text: "Old" }, all, "replied"],
    ["free text beside buttons", BUTTONS, { text: "hm" }, all, "text_reply"],
    ["free text without text_reply", BUTTONS, { text: "hm" }, without("text_reply"), "replied"],
    ["free text with next alone", BUTTONS, { text: "hm" }, ["next"], "next"],
    ["free text where no buttons were offered", AWAIT, { text: "hm" }, ["text_reply", "replied", "next"], "replied"],
    ["a picture", BUTTONS, media, all, "replied"],
    ["a picture with next alone", AWAIT, media, ["next"], "next"],
  ])("%s", (_, config, reply, handles, taken) => {
    const answer = play(around(action("send_whatsapp", config), handles), [performed, { type: "replied", reply }]);
    expect(path(answer)).toEqual([`n:${taken}`, `to-${taken}`]);
  });

  it.each<[string, Reply, string]>([
    ["a button", { buttonId: "yes" }, "btn_yes"],
    ["text", { text: "hm" }, "text_reply"],
  ])("%s completes the run where nothing follows", (_, reply, handle) => {
    const answer = play(around(action("send_whatsapp", BUTTONS), ["timeout"]), [performed, { type: "replied", reply }]);
    expect(path(answer)).toEqual([`n:${handle}`, "n"]);
    expect(answer.state.status).toBe("completed");
  });

  it.each<[string, GraphDefinition, Happening[], string, string]>([
    ["the only one", around(action("add_tag"), []), [performed], "nothing follows:", "nada vem depois:"],
    [
      "a button",
      around(action("send_whatsapp", BUTTONS), []),
      [performed, { type: "replied", reply: { buttonId: "yes" } }],
      "“Yes”",
      "“Yes”",
    ],
    [
      "a reply",
      around(action("send_whatsapp", AWAIT), []),
      [performed, { type: "replied", reply: media }],
      "“Any reply”",
      "“Qualquer resposta”",
    ],
    ["silence", around(action("send_whatsapp", AWAIT), []), [performed, woke], "“No reply”", "“Sem resposta”"],
    ["no branch", around(condition(), []), [], "“Otherwise”", "“Senão”"],
    ["a branch with a name", around(condition({ id: "b1", label: "VIP" }), []), [], "“VIP”", "“VIP”"],
    ["a branch without", around(condition({ id: "b1" }), []), [], "“Branch 1”", "“Ramo 1”"],
  ])("where nothing follows, %s is called as the drawing does", (_, graph, happenings, english, portuguese) => {
    const { state, steps } = play(graph, happenings);
    expect(state.status).toBe("completed");
    const why = steps.at(-1)?.why ?? { code: "", params: {} };
    expect([describeReason(why), describeReason(why, ptBR)]).toEqual([
      expect.stringContaining(english),
      expect.stringContaining(portuguese),
    ]);
  });

  it("a branch or exit without a name is told by its number, not by its id", () => {
    const exits = { type: "round_robin" as const, config: { exits: [{ id: "x7" }, { id: "x8" }] } };
    const turn = play(around(exits, ["rr_x8"]), [{ type: "exit_picked", exitId: "x8" }]);
    const branch = play(around(condition({ id: "b1" }), ["branch_b1"]), []);
    const whys = [turn, branch].map(
      ({ steps }) => steps.find(({ handle }) => handle !== null && handle !== "next")?.why,
    );
    expect(whys.map((why) => why && describeReason(why))).toEqual(["exit 2 was next in turn", "branch 1: no rules"]);
  });

  const undelivered: Happening = { type: "undelivered", nodeId: "n", error: { message: "not on WhatsApp" } };

  it("a question that did not arrive leaves by fallback", () => {
    const answer = play(around(action("send_whatsapp", BUTTONS), [...all, "fallback"]), [performed, undelivered]);
    expect(path(answer)).toEqual(["n:fallback", "to-fallback"]);
  });

  it("a question that did not arrive fails the run without a fallback edge, for good", () => {
    const { state, steps } = play(around(action("send_whatsapp", BUTTONS), without("fallback")), [
      performed,
      undelivered,
    ]);
    expect(state).toMatchObject({ status: "failed", nodeId: "n", lastError: "not on WhatsApp" });
    expect(steps.at(-1)?.why.code).toBe("failed-permanently");
  });

  it.each<[string, GraphDefinition, Happening[], Happening]>([
    ["of another node", around(action("send_whatsapp", BUTTONS), all), [performed], { ...undelivered, nodeId: "m" }],
    ["that is still being sent", around(action("send_whatsapp", BUTTONS), all), [], undelivered],
    ["that awaits nothing", around({ type: "wait", config: { delaySeconds: 60 } }, ["next"]), [], undelivered],
  ])("is told nothing of a message %s", (_, graph, before, event) => {
    const { state } = play(graph, before);
    const plan = compileRun(graph);
    const told = advance(plan, state, { at: START, facts: {}, ...event } as RunEvent);
    expect(told).toEqual({ accepted: false, state, effects: [], steps: [] });
  });

  it("silence leaves by timeout", () => {
    const answer = play(around(action("send_whatsapp", BUTTONS), all), [performed, woke]);
    expect(path(answer)).toEqual(["n:timeout", "to-timeout"]);
    expect(answer.steps[0]?.at).toBe(START + 24 * 3_600_000);
  });

  it("silence completes the run without a timeout edge, even where next has one", () => {
    const answer = play(around(action("send_whatsapp", BUTTONS), ["next", "replied"]), [performed, woke]);
    expect(path(answer)).toEqual(["n:timeout", "n"]);
  });

  it("waits as long as the action says", () => {
    const config = { ...BUTTONS, replyTimeoutSeconds: 90 };
    const { state, effects } = play(around(action("send_whatsapp", config), all), [performed]);
    expect(state).toMatchObject({ status: "waiting", phase: "awaiting_reply", wakeAt: START + 90_000 });
    expect(effects).toEqual([{ type: "sleep", nodeId: "n", until: START + 90_000, reason: "reply" }]);
  });

  it.each([undefined, 0, -1, "90", NaN, Infinity])("waits a day where the action says %s", (replyTimeoutSeconds) => {
    const config = { ...BUTTONS, replyTimeoutSeconds } as JsonObject;
    expect(play(around(action("send_whatsapp", config), all), [performed]).state.wakeAt).toBe(START + 24 * 3_600_000);
  });

  it("a message that awaits none leaves by next at once", () => {
    expect(path(play(around(action("send_whatsapp"), all), [performed]))).toEqual(["n:next", "to-next"]);
  });
});

describe("a condition leaves", () => {
  const branches: JsonObject[] = [
    {
      id: "big",
      label: "Big",
      query: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 100 }] },
    },
    { id: "any", query: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 10 }] } },
  ];
  const node = { type: "condition" as const, condition: { branches } };
  const all = ["branch_big", "branch_any", "fallback"];
  const decide = (value: number, handles: string[]) => {
    const graph = around(node, handles);
    const waiting = {
      ...graph,
      nodes: [...graph.nodes, { id: "w", type: "wait" as const, config: { delaySeconds: 5 } }],
    };
    const edges = [{ source: "start", target: "w" }, { source: "w", target: "n" }, ...(graph.edges ?? []).slice(1)];
    return path(play({ ...waiting, edges }, [{ type: "woke", facts: { deal: { value } } }])).slice(1);
  };

  it.each<[string, number, string[], string[]]>([
    ["by the first branch that holds", 500, all, ["n:branch_big", "to-branch_big"]],
    ["by a later one when earlier ones do not hold", 50, all, ["n:branch_any", "to-branch_any"]],
    ["by fallback when none holds", 5, all, ["n:fallback", "to-fallback"]],
    ["into completion without fallback", 5, ["branch_big"], ["n:fallback", "n"]],
    ["into completion by a branch without its edge", 500, ["branch_any", "fallback"], ["n:branch_big", "n"]],
  ])("%s", (_, value, handles, steps) => {
    expect(decide(value, handles)).toEqual(steps);
  });

  it("by fallback when it has no branches", () => {
    expect(path(play(around({ type: "condition" }, ["fallback"]), [])).slice(1)).toEqual(["n:fallback", "to-fallback"]);
  });
});

describe("a wait leaves by next after its time", () => {
  it.each([
    ["a wait node", { type: "wait" as const, config: { delaySeconds: 7.5 } }],
    ["a wait action", action("wait", { delaySeconds: 7.5 })],
  ])("%s", (_, node) => {
    const waiting = play(around(node, ["next"]), []);
    expect(waiting.state).toMatchObject({ status: "waiting", phase: "sleeping", wakeAt: START + 7500 });
    expect(path(play(around(node, ["next"]), [woke]))).toEqual(["n:next", "to-next"]);
  });
});

describe("a round robin leaves by the exit that the driver picked", () => {
  const exits: JsonObject[] = [{ id: "a", weight: 3 }, { id: "b" }];
  const node = { type: "round_robin" as const, config: { exits } };

  it("asks for the pick and follows it", () => {
    const graph = around(node, ["rr_a", "rr_b"]);
    expect(play(graph, []).effects).toEqual([
      {
        type: "pick_exit",
        nodeId: "n",
        exits: [
          { id: "a", weight: 3 },
          { id: "b", weight: 1 },
        ],
      },
    ]);
    expect(path(play(graph, [{ type: "exit_picked", exitId: "b" }]))).toEqual(["n:rr_b", "to-rr_b"]);
  });

  it("takes a weight of 0 as given, and one that is none as 1", () => {
    const odd: JsonObject[] = [
      { id: "a", weight: 0 },
      { id: "b", weight: -1 },
      { id: "c", weight: "2" },
    ];
    expect(play(around({ type: "round_robin", config: { exits: odd } }, []), []).effects).toMatchObject([
      { exits: [{ weight: 0 }, { weight: 1 }, { weight: 1 }] },
    ]);
  });

  it("does not accept an exit it does not have", () => {
    expect(play(around(node, ["rr_a"]), [{ type: "exit_picked", exitId: "c" }]).accepted).toBe(false);
  });

  it("completes without exits, and by an exit without its edge", () => {
    expect(play(around({ type: "round_robin" }, []), []).state.status).toBe("completed");
    expect(path(play(around(node, []), [{ type: "exit_picked", exitId: "a" }]))).toEqual(["n:rr_a", "n"]);
  });
});

describe("an end", () => {
  it("completes the run", () => {
    expect(play(around({ type: "end" }, []), []).state).toMatchObject({ status: "completed", nodeId: "n" });
  });
});
