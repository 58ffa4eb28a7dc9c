import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import { play } from "../../interpreter/testing/run.ts";
import { action, end, graph, trigger, wait } from "../../rules/testing/graphs.ts";
import { planMigration } from "./plan-migration.ts";

const say = (id: string, text: string) => action(id, "send_whatsapp", { text });

/** One node after the other, behind a trigger. */
const chain = (...nodes: GraphNode[]): GraphDefinition => {
  const ids = ["start", ...nodes.map(({ id }) => id)];
  return graph(
    [trigger(), ...nodes],
    ids.slice(1).map((id, at) => `${ids[at]} > ${id}`),
  );
};

const OLD = chain(wait("pause"), say("ask", "Any questions?"), say("bye", "Bye"), end());

/** What a run reads otherwise that waits at `pause`, as `node path`. */
function read(next: GraphDefinition): string[] {
  const { state } = play(OLD, []);
  const planned = planMigration({ graphDefinition: OLD }, { graphDefinition: next }, state);
  if (planned.kind !== "different") throw new Error(`It is ${planned.kind}`);
  expect(planned.at).toBe(planned.changes[0]?.nodeId);
  return planned.changes.flatMap(({ nodeId, changes }) => changes.map(({ path }) => `${nodeId} ${path}`));
}

describe("all that a run comes to in both versions is told, the nearest first", () => {
  it.each<[string, GraphDefinition, string[]]>([
    [
      "behind a node that came between",
      chain(wait("pause"), wait("extra"), say("ask", "Shall I call you?"), say("bye", "So long"), end()),
      ["pause /edges/next", "ask /config/text", "bye /config/text"],
    ],
    [
      "behind a node that is gone",
      chain(wait("pause"), say("bye", "So long"), end()),
      ["pause /edges/next", "bye /config/text"],
    ],
    [
      "where two changed places",
      chain(wait("pause"), say("bye", "Bye"), say("ask", "Shall I call you?"), end()),
      ["pause /edges/next", "bye /edges/next", "ask /config/text", "ask /edges/next"],
    ],
  ])("%s", (_, next, told) => {
    expect(read(next)).toEqual(told);
  });

  it("but not what lies ahead of it no more", () => {
    const next = graph(
      [trigger(), wait("pause"), say("ask", "Shall I call you?"), say("bye", "So long"), end()],
      ["start > pause", "pause > bye", "bye > done", "ask > bye"],
    );
    expect(read(next)).toEqual(["pause /edges/next", "bye /config/text"]);
  });
});
