import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import type { Facts, Reply } from "../contract/run.ts";
import { compileRun } from "./compile-run.ts";
import { action, around, play } from "./testing/run.ts";
import type { Happening } from "./testing/run.ts";

const performed: Happening = { type: "performed" };
const rule = (field: string, operator: string, value: string | number) => ({ field, operator, value });
const branch = (id: string, ...rules: JsonObject[]): JsonObject => ({ id, query: { combinator: "and", rules } });

/** Decides by these branches after a short wait, when the facts are these. */
function decide(facts: Facts, ...branches: JsonObject[]) {
  const graph = around({ type: "condition", condition: { branches } }, []);
  const nodes = [...graph.nodes, { id: "w", type: "wait" as const, config: { delaySeconds: 5 } }];
  const edges = [
    { source: "start", target: "w" },
    { source: "w", target: "n" },
  ];
  const { steps } = play({ ...graph, nodes, edges }, [{ type: "woke", facts }]);
  return steps.find(({ nodeId }) => nodeId === "n")?.why;
}

const whyAfter = (reply: Reply, buttons: unknown[]) => {
  const send = around(action("send_whatsapp", { awaitReply: true, buttons } as JsonObject), []);
  return play(send, [performed, { type: "replied", reply }]).steps[0]?.why;
};

describe("a step names the edge that was taken", () => {
  it("by its id", () => {
    expect(play(around(action("add_tag"), ["next"]), [performed]).steps[0]).toMatchObject({ edgeId: "e-next" });
  });

  it.each<[string, unknown]>([
    ["has no id", undefined],
    ["has one that is no text", 5],
  ])("not where it %s", (_, id) => {
    const graph = around(action("add_tag"), []);
    const edges = [{ source: "start", target: "n", id }] as NonNullable<typeof graph.edges>;
    expect(play({ ...graph, edges }, []).steps[0]).toMatchObject({ nodeId: "start", handle: "next", edgeId: null });
  });
});

describe("a step says why", () => {
  it("which attempt succeeded", () => {
    const failed: Happening = { type: "perform_failed", error: { message: "503", permanent: false }, random: 0 };
    const once = play(around(action("add_tag"), []), [performed]);
    const twice = play(around(action("add_tag"), []), [failed, { type: "woke" }, performed]);
    expect(once.steps[0]?.why).toEqual({ code: "succeeded", params: { actionType: "add_tag", attempt: 1 } });
    expect(twice.steps[0]?.why).toEqual({ code: "succeeded", params: { actionType: "add_tag", attempt: 2 } });
  });

  it("keeps count of the attempts while an answer is awaited", () => {
    const failed: Happening = { type: "perform_failed", error: { message: "503", permanent: false }, random: 0 };
    const send = around(action("send_whatsapp", { awaitReply: true }), []);
    expect(play(send, [failed, { type: "woke" }, performed]).state).toMatchObject({ attempts: 2, lastError: null });
  });

  it.each<[string, Reply, object]>([
    ["a button by its label", { buttonId: "a" }, { code: "button-pressed", params: { buttonId: "a", label: "Yes" } }],
    ["one without a label by its id", { buttonId: "b" }, { params: { label: "b" } }],
    ["one of an empty label by its id", { buttonId: "c" }, { params: { label: "c" } }],
    ["one whose label is no text by its id", { buttonId: "d" }, { params: { label: "d" } }],
    ["a text in the contact's words", { text: "Maybe" }, { code: "text-reply", params: { text: "Maybe" } }],
    ["an answer of another kind", {}, { code: "other-reply", params: {} }],
  ])("quotes %s", (_, reply, why) => {
    const buttons = [{ id: "a", label: "Yes" }, { id: "b" }, { id: "c", label: "" }, { id: "d", label: 5 }];
    expect(whyAfter(reply, buttons)).toMatchObject(why);
  });

  it("quotes a long text up to 200 characters", () => {
    expect(whyAfter({ text: "long ".repeat(100) }, [])?.params["text"]).toHaveLength(200);
  });

  it("which rules settled a branch, with the values compared", () => {
    expect(decide({ deal: { value: 12 } }, branch("big", rule("deal.value", ">", 10)))).toEqual({
      code: "branch",
      params: {
        branchId: "big",
        label: "1",
        rules: [
          { held: true, field: "deal.value", operator: ">", expected: 10, actual: 12, text: "deal.value 12 > 10" },
        ],
      },
    });
  });

  it("which rule of each branch failed, where none held", () => {
    const why = decide(
      { deal: { value: 1 } },
      branch("a", rule("deal.value", ">", 0), rule("deal.value", ">", 10)),
      branch("b", rule("deal.value", ">", 20)),
    );
    expect(why).toMatchObject({ code: "no-branch", params: { rules: [{ expected: 10 }, { expected: 20 }] } });
  });

  it("in little, whatever the query and the facts hold: five rules, five items, 200 characters", () => {
    const long = "x".repeat(1000);
    const facts: Facts = { deal: { name: long, tagIds: [long, "b", "c", "d", "e", "f"], extra: { deep: 1 } } };
    const rules = [1, 2, 3, 4, 5, 6].map((value) => rule("deal.tagIds", "!=", value));
    const held = decide(
      facts,
      branch("many", rule("deal.name", "=", long), rule("deal.extra", "notNull", ""), ...rules),
    );
    const item = { actual: ["x".repeat(200), "b", "c", "d", "e"] };
    expect(held).toMatchObject({
      code: "branch",
      params: { rules: [{ expected: "x".repeat(200) }, { actual: null }, item, item, item] },
    });
    const none = Array.from({ length: 9 }, (_, index) => branch(`b${index}`, rule("deal.name", "=", index)));
    expect(decide(facts, ...none)?.params["rules"]).toHaveLength(5);
  });
});

describe("a plan", () => {
  const nodes = [
    { id: "done", type: "end" as const },
    { id: "pause", type: "wait" as const, config: { delaySeconds: 5, exits: [{ id: "x" }] } },
    { id: "start", type: "trigger" as const, condition: { branches: [branch("x")] } },
  ];
  const plan = () =>
    compileRun({
      version: 2,
      nodes,
      edges: [
        { source: "start", target: "pause" },
        { source: "pause", target: "done" },
      ],
    });

  it("keeps the order of the definition", () => {
    expect([...plan().nodes.keys()]).toEqual(["done", "pause", "start"]);
  });

  it("holds of each node only what its kind has", () => {
    const { start, nodes: planned } = plan();
    expect(start).toMatchObject({ kind: "trigger", branches: [], exits: [], delayMs: null, reply: null });
    expect(planned.get("pause")).toMatchObject({ kind: "wait", branches: [], exits: [], delayMs: 5000, reply: null });
  });
});
