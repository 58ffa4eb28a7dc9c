import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { RunState } from "../../contract/run.ts";
import { describeFailure } from "../../failures/index.ts";
import { startState } from "../../interpreter/advance.ts";
import { play } from "../../interpreter/testing/run.ts";
import type { Happening } from "../../interpreter/testing/run.ts";
import { action, branch, condition, end, graph, roundRobin, trigger, wait } from "../../rules/testing/graphs.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { migrationBetween, planMigration } from "./plan-migration.ts";
import type { RunVersion } from "./plan-migration.ts";

const BEFORE: GraphNode[] = [
  trigger(),
  action("hello", "send_whatsapp", { text: "Hi" }),
  wait("pause", 600),
  action("ask", "send_whatsapp", { text: "Well?", buttons: [{ id: "yes", label: "Yes" }] }),
  condition("big", branch("b")),
  roundRobin("turn", { id: "ana" }, { id: "bia" }),
  action("hook", "webhook", { url: "https://example.com" }),
  end(),
];
const LINES = [
  "start > hello",
  "hello > pause",
  "pause > ask",
  "ask btn_yes> big",
  "ask timeout> hook",
  "big branch_b> turn",
  "turn rr_ana> hook",
  "turn rr_bia> hook",
  "hook > done",
];
const OLD = graph(BEFORE, LINES);

/** The same graph with one node changed. */
const withNode = (id: string, change: (node: GraphNode) => object): GraphDefinition =>
  graph(
    BEFORE.map((node) => (node.id === id ? { ...node, ...change(node) } : node)),
    LINES,
  );
const withConfig = (id: string, config: JsonObject) =>
  withNode(id, (node) => ({ config: { ...node.config, ...config } }));
const withLines = (...change: [from: string, to: string][]): GraphDefinition =>
  graph(
    BEFORE,
    LINES.map((line) => change.find(([from]) => from === line)?.[1] ?? line),
  );

const performed: Happening = { type: "performed" };
const failed: Happening = { type: "perform_failed", error: { message: "503", permanent: false }, random: 0 };
const putOff: Happening = { type: "put_off", until: 2e12, error: null, begun: false };
const woke: Happening = { type: "woke" };

/** How a run stands in `OLD` after this. */
const after = (...happenings: Happening[]): RunState => play(OLD, happenings).state;
const PLACES = {
  "has not begun": startState(),
  "is between two attempts at the first message": after(failed),
  waits: after(performed),
  "was put off before the question": after(performed, woke, putOff),
  "was put off after an attempt at the question": after(performed, woke, failed, woke, putOff),
  "awaits the answer": after(performed, woke, performed),
  "is between two attempts at the last action": after(performed, woke, performed, woke, failed),
  "is over": after({ type: "cancelled" }),
};
type Place = keyof typeof PLACES;

const planned = (place: Place, next: RunVersion | GraphDefinition, begun?: string[], old: RunVersion = version(OLD)) =>
  planMigration(old, "graphDefinition" in next ? next : version(next), PLACES[place], begun);
const version = (graphDefinition: GraphDefinition, more: Partial<RunVersion> = {}): RunVersion => ({
  graphDefinition,
  ...more,
});

describe("a run has the same future", () => {
  it.each<[string, Place, GraphDefinition]>([
    ["in the same version", "waits", OLD],
    ["where an earlier message is worded otherwise", "waits", withConfig("hello", { text: "Hello" })],
    ["where an earlier node leads elsewhere", "waits", withLines(["start > hello", "start > pause"])],
    ["where its question, long sent, is worded otherwise", "awaits the answer", withConfig("ask", { text: "So?" })],
    ["where the wait behind it is longer", "awaits the answer", withConfig("pause", { delaySeconds: 900 })],
    [
      "where a label is another",
      "waits",
      withConfig("turn", { exits: [{ id: "ana", label: "Ana" }, { id: "bia" }], ui: { label: "Whose turn" } }),
    ],
    [
      "where a card stands elsewhere and edges have other ids",
      "waits",
      {
        ...withConfig("hook", { ui: { position: { x: 1, y: 2 } } }),
        edges: OLD.edges?.map((edge, at) => ({ ...edge, id: `x${at}` })) ?? [],
      },
    ],
    [
      "where an answer is out of the question",
      "is between two attempts at the last action",
      withConfig("ask", { replyTimeoutSeconds: 5 }),
    ],
    ["where the nodes come in another order", "waits", graph(BEFORE.toReversed(), LINES.toReversed())],
    ["where a wait is spelt as an action", "waits", withNode("pause", () => ({ type: "action", actionType: "wait" }))],
  ])("%s: %s", (_, place, next) => {
    expect(planned(place, next)).toEqual({ kind: "same", state: PLACES[place] });
  });

  it("whatever is said of messages that it does not send any more", () => {
    const next = version(OLD, { respectBusinessHours: true, outboundChannelId: "c1" });
    expect(planned("is between two attempts at the last action", next).kind).toBe("same");
    expect(planned("awaits the answer", next).kind).toBe("same");
  });
});

describe("a run has another future, told by what it first reads otherwise", () => {
  it.each<[string, Place, RunVersion | GraphDefinition, string, unknown]>([
    [
      "its wait is longer",
      "waits",
      withConfig("pause", { delaySeconds: 900 }),
      "pause",
      { path: "/delayMs", before: 600_000, after: 900_000 },
    ],
    [
      "its time to answer is shorter",
      "awaits the answer",
      withConfig("ask", { replyTimeoutSeconds: 60 }),
      "ask",
      { path: "/timeoutMs", before: 86_400_000, after: 60_000 },
    ],
    [
      "its question has other buttons",
      "awaits the answer",
      withConfig("ask", { buttons: [{ id: "yes" }, { id: "no" }] }),
      "ask",
      { path: "/buttons", before: ["yes"], after: ["no", "yes"] },
    ],
    [
      "a message ahead is worded otherwise",
      "waits",
      withConfig("ask", { text: "So?" }),
      "ask",
      { path: "/config/text", before: "Well?", after: "So?" },
    ],
    [
      "a message that was put off is",
      "was put off before the question",
      withConfig("ask", { text: "So?" }),
      "ask",
      { path: "/config/text", before: "Well?", after: "So?" },
    ],
    [
      "an edge leads elsewhere",
      "waits",
      withLines(["ask timeout> hook", "ask timeout> done"]),
      "ask",
      { path: "/edges/timeout", before: "hook", after: "done" },
    ],
    [
      "an edge is gone",
      "waits",
      graph(
        BEFORE,
        LINES.filter((line) => line !== "ask timeout> hook"),
      ),
      "ask",
      { path: "/edges/timeout", before: "hook" },
    ],
    [
      "a branch asks otherwise",
      "waits",
      withNode("big", () => ({ condition: { branches: [branch("b", "x")] } })),
      "big",
      { path: "/branches/0/query/rules/0/value", before: "b", after: "x" },
    ],
    [
      "shares are others",
      "waits",
      withConfig("turn", { exits: [{ id: "ana", weight: 2 }, { id: "bia" }] }),
      "turn",
      { path: "/exits/0/weight", before: 1, after: 2 },
    ],
    [
      "business hours begin to count",
      "waits",
      version(OLD, { respectBusinessHours: true }),
      "ask",
      { path: "/respectBusinessHours", before: false, after: true },
    ],
    [
      "messages go out by another channel",
      "waits",
      version(OLD, { outboundChannelId: "c1" }),
      "ask",
      { path: "/outboundChannelId", before: null, after: "c1" },
    ],
    [
      "it begins with another text",
      "has not begun",
      withConfig("hello", { text: "Hello" }),
      "hello",
      { path: "/config/text", before: "Hi", after: "Hello" },
    ],
  ])("%s", (_, place, next, at, change) => {
    expect(planned(place, next)).toMatchObject({ kind: "different", at, changes: [{ nodeId: at, changes: [change] }] });
  });

  it("and its wait lasts from when it began", () => {
    const { wakeAt } = PLACES.waits;
    const longer = planned("waits", withConfig("pause", { delaySeconds: 900 }));
    expect(longer).toMatchObject({ state: { ...PLACES.waits, wakeAt: (wakeAt ?? 0) + 300_000 } });
  });

  it("where a text repeats itself and shares with more actions what it may cost", () => {
    const loops = { text: "{% for tag in deal.tags %}{{ tag }}{% endfor %}" };
    const more = Array.from({ length: 6 }, (_, at) => action(`more${at}`, "add_tag", { tagIds: ["t"] }));
    const [old, next] = [[], more].map((nodes) => {
      const { nodes: own = [], edges } = withConfig("ask", loops);
      return version({ version: 2, nodes: [...own, ...nodes], edges: edges ?? [] });
    });
    expect(planned("waits", next ?? OLD, [], old)).toMatchObject({
      kind: "different",
      changes: [{ changes: [{ path: "/renderShare" }] }],
    });
  });

  it("a button of its question made way for another: the old one leads nowhere now", () => {
    const next = withConfig("ask", { buttons: [{ id: "later", label: "Later" }] });
    const moved = planned("awaits the answer", {
      ...next,
      edges: withLines(["ask btn_yes> big", "ask btn_later> big"]).edges ?? [],
    });
    expect(moved).toMatchObject({
      kind: "different",
      changes: [
        {
          nodeId: "ask",
          changes: expect.arrayContaining([
            { path: "/buttons/0", before: "yes", after: "later" },
            { path: "/edges/btn_yes", before: "big" },
          ]),
        },
      ],
    });
  });
});

describe("a run has no place", () => {
  it.each<[string, Place, GraphDefinition, string[] | undefined, object]>([
    ["when it is over", "is over", OLD, undefined, { code: "run-is-over" }],
    ["in a version that cannot run", "waits", graph([]), undefined, { code: "version-not-runnable" }],
    [
      "where its node is gone",
      "waits",
      graph(
        BEFORE.filter(({ id }) => id !== "pause"),
        LINES,
      ),
      undefined,
      { code: "node-gone", params: { nodeId: "pause" } },
    ],
    [
      "where its wait is a message now",
      "waits",
      withNode("pause", () => ({
        type: "action",
        actionType: "send_whatsapp",
        config: { text: "?", awaitReply: true },
      })),
      undefined,
      { code: "cannot-wait-there" },
    ],
    [
      "where its question awaits no answer",
      "awaits the answer",
      withNode("ask", () => ({ config: { text: "Well?" } })),
      undefined,
      { code: "cannot-wait-there" },
    ],
    [
      "where its action is a wait now",
      "was put off before the question",
      withNode("ask", () => ({ type: "wait", config: { delaySeconds: 5 } })),
      undefined,
      { code: "cannot-wait-there" },
    ],
    [
      "where what it has tried has other settings",
      "is between two attempts at the last action",
      withConfig("hook", { url: "https://other.example" }),
      undefined,
      { code: "action-begun", params: { nodeId: "hook" } },
    ],
    [
      "where that was put off",
      "was put off after an attempt at the question",
      withConfig("ask", { text: "So?" }),
      undefined,
      { code: "action-begun" },
    ],
    [
      "where it was tried though its state does not say so",
      "was put off before the question",
      withConfig("ask", { text: "So?" }),
      ["ask"],
      { code: "action-begun" },
    ],
    [
      "where what it has done comes again",
      "waits",
      withLines(["start > hello", "start > pause"], ["pause > ask", "pause > hello"], ["hello > pause", "hello > ask"]),
      undefined,
      { code: "would-repeat", params: { nodeId: "hello" } },
    ],
    [
      "where what it is known to have done does",
      "waits",
      OLD,
      ["hook"],
      { code: "would-repeat", params: { nodeId: "hook" } },
    ],
  ])("%s", (_, place, next, begun, reason) => {
    expect(planned(place, next, begun)).toMatchObject({ kind: "no_place", reason });
  });

  it("where what it has tried would go out by another channel", () => {
    const next = version(OLD, { outboundChannelId: "c1" });
    expect(planned("was put off after an attempt at the question", next)).toMatchObject({
      reason: { code: "action-begun" },
    });
  });

  it("but has one where what comes before it now was never done", () => {
    const next = withLines(
      ["start > hello", "start > pause"],
      ["pause > ask", "pause > hello"],
      ["hello > pause", "hello > ask"],
    );
    expect(planned("waits", next, []).kind).toBe("different");
  });

  it("where nobody knows since when it waits", () => {
    const old = version(withConfig("pause", { delaySeconds: 1e16 }));
    const next = version(withConfig("pause", { delaySeconds: 600 }));
    const { state } = play(old.graphDefinition, [performed]);
    expect(planMigration(old, next, state)).toMatchObject({ reason: { code: "deadline-unknown" } });
    expect(planMigration(old, old, state).kind).toBe("same");
  });

  it("and each reason is told in both languages", () => {
    const gone = planned("waits", graph([trigger()]));
    if (gone.kind !== "no_place") throw new Error("It has a place");
    expect(describeFailure([gone.reason], "en")).toBe("The new version does not have this step.");
    expect(describeFailure([gone.reason], "pt-BR")).toBe("A nova versão não tem este passo.");
  });
});

describe("what is asked of a run's past", () => {
  const { asks } = migrationBetween(
    version(OLD),
    version(
      withLines(
        ["pause > ask", "pause > hook"],
        ["hook > done", "hook > ask"],
        ["ask timeout> hook", "ask timeout> done"],
        ["turn rr_ana> hook", "turn rr_ana> done"],
        ["turn rr_bia> hook", "turn rr_bia> done"],
      ),
    ),
  );
  it.each<[Place, string[]]>([
    ["waits", []],
    ["is between two attempts at the last action", ["ask", "turn"]],
    ["was put off before the question", ["ask"]],
    ["has not begun", []],
  ])("is what comes ahead in the other version alone, of one that %s", (place, ids) => {
    expect(asks(PLACES[place])).toEqual(ids);
  });
});

describe("whatever is given", () => {
  it.each(hostileDefinitions)("of %s: a run has a place nowhere, and comes from nowhere", (_, input) => {
    const hostile = { graphDefinition: input as GraphDefinition };
    expect(planned("waits", hostile).kind).toBe("no_place");
    expect(planned("waits", OLD, undefined, hostile).kind).toBe("no_place");
  });

  it.each([undefined, null, 5, "run", {}, { ...startState(), phase: "dreaming" }])(
    "no place for the state %j",
    (state) => {
      const migration = migrationBetween(version(OLD), null as unknown as RunVersion);
      expect(migration.plan(state as RunState)).toMatchObject({ reason: { code: "place-unknown" } });
      expect(migration.asks(state as RunState)).toEqual([]);
    },
  );
});
