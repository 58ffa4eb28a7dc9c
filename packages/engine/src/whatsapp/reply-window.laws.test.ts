import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitsOf } from "../analyse/exits.ts";
import { readRunnable } from "../analyse/read.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../contract/definition.ts";
import type { Trigger } from "../contract/needs.ts";
import { at } from "../graph/adjacency.ts";
import { handlesOf } from "../graph/handles.ts";
import { action, branch, condition, end, trigger, wait } from "../rules/testing/graphs.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import { whatsappRules } from "./rules.ts";

const HOUR = 3600;
const DAY_MS = 24 * HOUR * 1000;

const MAKERS: readonly ((id: string, hours: number) => GraphNode)[] = [
  (id, hours) => wait(id, hours * HOUR),
  (id) => action(id, "send_whatsapp", { text: "Hi" }),
  (id) => action(id, "send_whatsapp", { templateName: "welcome" }),
  (id, hours) => action(id, "send_whatsapp", { text: "Hi?", awaitReply: true, replyTimeoutSeconds: hours * HOUR }),
  (id, hours) =>
    action(id, "send_whatsapp", { text: "Hi?", buttons: [{ id: "x" }], replyTimeoutSeconds: hours * HOUR }),
  (id) => condition(id, branch("x")),
  (id) => action(id, "add_tag", { tagIds: ["t"] }),
  (id, hours) => ({
    ...wait(id),
    config: {
      delaySeconds: 60,
      until: { kind: "weekday", days: hours > 12 ? [1, 4] : [1, 2, 3, 4, 5, 6, 7], at: "09:00" },
    },
  }),
  (id) => ({ ...wait(id), config: { delaySeconds: 60, until: { kind: "opening" } } }),
];

/** Each node hangs on an open handle of earlier ones; some handles lead to nodes that have an entrance already. */
const graphs: fc.Arbitrary<GraphDefinition> = fc
  .array(fc.tuple(fc.nat(MAKERS.length - 1), fc.integer({ min: 1, max: 25 }), fc.nat(), fc.nat()), { maxLength: 8 })
  .map((picks) => {
    const nodes: GraphNode[] = [trigger()];
    const edges: GraphEdge[] = [];
    let open = [{ source: "start", sourceHandle: "next" }];
    picks.forEach(([maker, hours, first, second], index) => {
      if (open.length === 0) return;
      const node = MAKERS[maker]?.(`n${index}`, hours) ?? end(`n${index}`);
      const entrances = new Set([first % open.length, second % open.length]);
      for (const entrance of entrances) {
        const from = open[entrance];
        if (from) edges.push({ ...from, target: node.id });
      }
      open = open.filter((_, place) => !entrances.has(place));
      nodes.push(node);
      open.push(...handlesOf(node).map(({ id }) => ({ source: node.id, sourceHandle: id })));
    });
    return { version: 2, nodes, edges };
  });

const ANSWERS: ReadonlySet<string> = new Set(["button", "text", "other-reply"]);

/** Free texts that some path of the interpreter comes to a day or more after a message: each path walked by itself. */
function lateOnSomePath(definition: GraphDefinition, isHeard: boolean): string[] {
  const runnable = readRunnable(definition);
  const { graph } = runnable;
  const late = new Set<string>();
  const walk = (position: number, silenceMs: number): void => {
    const node = graph.nodes[position];
    if (node === undefined) return;
    const isText = node.actionType === "send_whatsapp" && typeof node.config?.["templateName"] !== "string";
    if (isText && silenceMs >= DAY_MS) late.add(node.id);
    for (const way of exitsOf(runnable, position)) {
      if (way.edge < 0) continue;
      walk(at(graph.target, way.edge), ANSWERS.has(way.cause) ? 0 : silenceMs + way.maxMs);
    }
  };
  walk(graph.trigger, isHeard ? 0 : Infinity);
  return [...late].toSorted();
}

describe("the 24-hour window", () => {
  it("is warned of exactly where some path of the interpreter leaves it", () => {
    fc.assert(
      fc.property(graphs, fc.boolean(), (definition, isHeard) => {
        const around: { trigger: Trigger } = { trigger: { type: isHeard ? "message_received" : "deal_won" } };
        const { problems } = validateGraph(definition, { extraRules: whatsappRules({}, around) });
        const told = problems.filter(({ code }) => code === "outside-message-window");
        expect(told.map(({ nodeId }) => nodeId).toSorted()).toEqual(lateOnSomePath(definition, isHeard));
      }),
      { numRuns: 500 },
    );
  });

  it.each(["text_reply", "next"])("is not warned of behind an exit that no answer takes: %s", (sourceHandle) => {
    const ask = action("ask", "send_whatsapp", { text: "Hi?", awaitReply: true, replyTimeoutSeconds: HOUR });
    const thanks = action("thanks", "send_whatsapp", { text: "Thanks" });
    const edges: GraphEdge[] = [
      { source: "start", target: "ask" },
      { source: "ask", sourceHandle, target: "rest" },
      { source: "rest", target: "thanks" },
    ];
    const replied = { source: "ask", sourceHandle: "replied", target: "thanks" };
    const told = (all: GraphEdge[]) =>
      validateGraph(
        { version: 2, nodes: [trigger(), ask, wait("rest", 25 * HOUR), thanks], edges: all },
        { extraRules: whatsappRules({}, { trigger: { type: "message_received" } }) },
      ).problems.flatMap(({ code, nodeId }) => (code === "outside-message-window" ? [nodeId] : []));
    expect(told([...edges, replied])).toEqual([]);
    // Without one for any reply, `next` takes what is left.
    expect(told(edges)).toEqual(sourceHandle === "next" ? ["thanks"] : []);
  });

  it("is found in one pass: a thousand forks, of which paths are beyond counting", () => {
    const nodes: GraphNode[] = [trigger()];
    const edges: GraphEdge[] = [];
    let last = { source: "start", sourceHandle: "next" };
    for (let index = 0; index < 1000; index += 1) {
      const [fork, left, join] = [`f${index}`, `l${index}`, `j${index}`];
      nodes.push(condition(fork, branch("x")), wait(left, 60), action(join, "send_whatsapp", { text: `${index}` }));
      edges.push({ ...last, target: fork }, { source: fork, sourceHandle: "branch_x", target: left });
      edges.push({ source: left, target: join }, { source: fork, sourceHandle: "fallback", target: join });
      last = { source: join, sourceHandle: "next" };
    }
    const definition: GraphDefinition = { version: 2, nodes, edges };
    const { problems } = validateGraph(definition, {
      limits: { nodes: 10_000, waits: 10_000 },
      maxProblems: 10_000,
      extraRules: whatsappRules({}, { trigger: { type: "message_received" } }),
    });
    // A minute each: the first that may come a day late is the one after 1,440 of them, and there are but 1,000.
    expect(problems.filter(({ code }) => code === "outside-message-window")).toEqual([]);
  });
});
