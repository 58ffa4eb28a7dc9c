import type { Automation } from "@trilho/api-client";

export type Graph = Automation["graphDefinition"];
type Node = Graph["nodes"][number];

const recordIn = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** What a step is called: the name a person gave it, else its type. */
export function nameOf(node: Node): string {
  const { label } = recordIn(recordIn(node.config)["ui"]);
  return typeof label === "string" ? label : (node.actionType ?? node.type);
}

/** A handle by the label of its branch, exit or button: "branch: VIP". Ids are made by the editor and mean nothing. */
function handleName(node: Node, handle: string): string {
  const [, kind, id] = /^(branch|rr|btn)_(.+)$/.exec(handle) ?? [];
  if (kind === undefined) return handle;
  const lists = [
    recordIn(node.condition)["branches"],
    recordIn(node.config)["exits"],
    recordIn(node.config)["buttons"],
  ];
  const part = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map(recordIn)
    .find((each) => each["id"] === id);
  return `${kind}: ${String(part?.["label"] ?? id)}`;
}

/** The edges of a graph as sorted lines: "Size (branch: VIP) -> Offer". */
export function edgeTexts({ nodes, edges = [] }: Graph): string[] {
  const find = (id: string): Node | undefined => nodes.find((node) => node.id === id);
  return edges
    .map(({ source, target, sourceHandle = "next" }) => {
      const [from, to] = [find(source), find(target)];
      return `${from ? nameOf(from) : source} (${from ? handleName(from, sourceHandle) : sourceHandle}) -> ${to ? nameOf(to) : target}`;
    })
    .toSorted();
}

/** What a step is set to, without what only the editor needs. */
export function configOf(graph: Graph, name: string): Record<string, unknown> {
  const node = graph.nodes.find((each) => nameOf(each) === name);
  if (node === undefined) throw new Error(`There is no step “${name}”.`);
  const { ui: _ui, ...config } = recordIn(node.config);
  return node.condition ? { ...config, condition: node.condition } : config;
}

/** A trigger, and steps one after the other. */
export const inLine = (...steps: readonly Node[]): Graph => ({
  version: 2,
  nodes: [{ id: "start", type: "trigger" }, ...steps],
  edges: steps.map(({ id }, index) => ({ id: `e${index + 1}`, source: steps[index - 1]?.id ?? "start", target: id })),
});

/** A small automation to start from: trigger, wait, end. */
export const chain = (): Graph =>
  inLine(
    { id: "pause", type: "wait", config: { delaySeconds: 172_800, ui: { label: "Let it rest" } } },
    { id: "end", type: "end" },
  );

/** A condition, a message with an answer, a wait and a round robin, all connected: nothing is wrong with it. */
export const branched = (): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "size",
      type: "condition",
      config: { ui: { label: "Size" } },
      condition: {
        branches: [
          {
            id: "big",
            label: "Big",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] },
          },
        ],
      },
    },
    {
      id: "offer",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "Shall we talk?", buttons: [{ id: "yes", label: "Yes" }], ui: { label: "Offer" } },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 172_800, ui: { label: "Give it time" } } },
    {
      id: "share",
      type: "round_robin",
      config: {
        exits: [
          { id: "ana", label: "Ana" },
          { id: "bia", label: "Bia" },
        ],
        ui: { label: "Share out" },
      },
    },
    { id: "end", type: "end", config: { ui: { label: "Done" } } },
  ],
  edges: [
    { id: "e1", source: "start", target: "size" },
    { id: "e2", source: "size", target: "offer", sourceHandle: "branch_big" },
    { id: "e3", source: "size", target: "end", sourceHandle: "fallback" },
    { id: "e4", source: "offer", target: "share", sourceHandle: "btn_yes" },
    { id: "e5", source: "offer", target: "pause", sourceHandle: "timeout" },
    { id: "e6", source: "pause", target: "share" },
    { id: "e7", source: "share", target: "end", sourceHandle: "rr_ana" },
    { id: "e8", source: "share", target: "end", sourceHandle: "rr_bia" },
  ],
});

/** Asks the contact, and tags the deal once there is an answer. */
export const asking = (text: string, tagId: string, label = "The question"): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text, awaitReply: true, replyTimeoutSeconds: 86_400, ui: { label } },
    },
    { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: [tagId] } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "ask" },
    { id: "e2", source: "ask", sourceHandle: "replied", target: "tag" },
    { id: "e3", source: "ask", sourceHandle: "timeout", target: "end" },
    { id: "e4", source: "tag", target: "end" },
  ],
});
