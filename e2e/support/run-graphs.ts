import { inLine, type Graph } from "./graphs.ts";

const label = (text: string) => ({ ui: { label: text } });
const done = { id: "end", type: "end", config: label("Done") } as const;

/** A task at once, and its end two days later. */
export const patient = (): Graph =>
  inLine(
    {
      id: "task",
      type: "action",
      actionType: "create_task",
      config: { title: "Call {{ deal.name }}", ...label("Remind us") },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 172_800, ...label("Let it rest") } },
    done,
  );

/** Large deals rest elsewhere than small ones. */
export const choosy = (): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "size",
      type: "condition",
      config: label("How large?"),
      condition: {
        branches: [
          {
            id: "large",
            label: "Large",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 20_000 }] },
          },
        ],
      },
    },
    { id: "large", type: "wait", config: { delaySeconds: 172_800, ...label("Large: let it rest") } },
    { id: "small", type: "wait", config: { delaySeconds: 172_800, ...label("Small: let it rest") } },
    done,
  ],
  edges: [
    { id: "e1", source: "start", target: "size" },
    { id: "e2", source: "size", target: "large", sourceHandle: "branch_large" },
    { id: "e3", source: "size", target: "small", sourceHandle: "fallback" },
    { id: "e4", source: "large", target: "end" },
    { id: "e5", source: "small", target: "end" },
  ],
});

/** Tags the deal. */
export const tagging = (tagId: string): Graph =>
  inLine({ id: "tag", type: "action", actionType: "add_tag", config: { tagIds: [tagId] } });

/** Moves the deal to a stage that is not there. */
export const doomed = (): Graph =>
  inLine(
    { id: "move", type: "action", actionType: "move_stage", config: { targetStageId: "gone", ...label("Move it") } },
    done,
  );

/** Stops the deal's other runs. */
export const stopping = (): Graph =>
  inLine(
    { id: "stop", type: "action", actionType: "stop_automations", config: { reason: "The customer signed" } },
    { id: "end", type: "end" },
  );

/** Calls an address. */
export const hooked = (url: string): Graph =>
  inLine({ id: "call", type: "action", actionType: "webhook", config: { url, ...label("Tell them") } }, done);
