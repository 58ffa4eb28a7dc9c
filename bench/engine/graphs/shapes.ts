import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { action, branch, condition, edge, node, wait } from "./spell.ts";

/** Graphs of any size: each has `size` nodes, starts at a trigger and has no problem but its size. */
export const SHAPES = { chain, wide, diamonds, tree } satisfies Record<string, (size: number) => GraphDefinition>;

function join(nodes: GraphNode[], lines: readonly string[]): GraphDefinition {
  return { version: 2, nodes, edges: lines.map((line, index) => ({ ...edge(line), id: `e${index}` })) };
}

const start = () => node("start", "trigger", "New deal");
const stop = () => node("end", "end", "Done");

/** One after the other: messages, tags and short waits in turn. */
function chain(size: number): GraphDefinition {
  const steps = Array.from({ length: size - 2 }, (_, index) => step(index));
  const ids = ["start", ...steps.map(({ id }) => id), "end"];
  return join(
    [start(), ...steps, stop()],
    ids.slice(1).map((id, index) => `${ids[index]}> ${id}`),
  );
}

function step(index: number): GraphNode {
  if (index % 3 === 0)
    return action(`s${index}`, "send_email", `Mail ${index}`, { subject: `No. ${index}`, body: "Hello" });
  if (index % 3 === 1) return action(`s${index}`, "add_tag", `Tag ${index}`, { tagIds: [`tg_${index}`] });
  return wait(`s${index}`, `Wait ${index}`, 60);
}

/** One condition with as many branches as there are steps after it. */
function wide(size: number): GraphDefinition {
  const ids = Array.from({ length: size - 3 }, (_, index) => `s${index}`);
  const branches = ids.map((id, index): JsonObject => branch(id, `Value ${index}`, ["deal.name", "=", `No. ${index}`]));
  const steps = ids.map((id, index) => action(id, "create_task", `Task ${index}`, { title: `Task ${index}` }));
  return join(
    [start(), condition("which", "Which?", ...branches), ...steps, stop()],
    ["start> which", "which fallback> end", ...ids.flatMap((id) => [`which branch_${id}> ${id}`, `${id}> end`])],
  );
}

/** Conditions whose two ways come together again, one after the other. */
function diamonds(size: number): GraphDefinition {
  const count = Math.floor((size - 2) / 3);
  const nodes = Array.from({ length: count }, (_, index) => [
    condition(`c${index}`, `Question ${index}`, branch("yes", "Yes", ["deal.value", ">", index])),
    action(`y${index}`, "create_task", `Task ${index}`, { title: `Task ${index}` }),
    action(`n${index}`, "add_tag", `Tag ${index}`, { tagIds: [`tg_${index}`] }),
  ]).flat();
  const lines = Array.from({ length: count }, (_, index) => {
    const next = index + 1 < count ? `c${index + 1}` : "end";
    return [
      `c${index} branch_yes> y${index}`,
      `c${index} fallback> n${index}`,
      `y${index}> ${next}`,
      `n${index}> ${next}`,
    ];
  }).flat();
  const rest = Array.from({ length: size - 2 - 3 * count }, (_, index) => wait(`w${index}`, "Wait", 60));
  const first = ["start", ...rest.map(({ id }) => id), "c0"];
  const lead = first.slice(1).map((id, index) => `${first[index]}> ${id}`);
  return join([start(), ...rest, ...nodes, stop()], [...lead, ...lines]);
}

/** Round robins with three exits each, down to steps that all lead to the end. */
function tree(size: number): GraphDefinition {
  const inner = Math.ceil((size - 3) / 3);
  const ids = Array.from({ length: size - 2 }, (_, index) => `s${index}`);
  const exits = (index: number) => [1, 2, 3].map((exit) => ids[3 * index + exit]).filter((id) => id !== undefined);
  const nodes = ids.map((id, index) =>
    index < inner && exits(index).length > 0
      ? node(id, "round_robin", `Turn ${index}`, { exits: exits(index).map((exit) => ({ id: exit })) })
      : action(id, "create_task", `Task ${index}`, { title: `Task ${index}` }),
  );
  const lines = nodes.flatMap(({ id, type }, index) =>
    type === "round_robin" ? exits(index).map((exit) => `${id} rr_${exit}> ${exit}`) : [`${id}> end`],
  );
  return join([start(), ...nodes, stop()], ["start> s0", ...lines]);
}
