/* oxlint-disable unicorn/no-thenable -- `then` is a key of the format */
import type { GraphDefinition } from "@trilho/engine";
import { peerModules } from "./modules.ts";
import { secondsOf, stepsOf } from "./peer.ts";
import type { Peer, Step } from "./peer.ts";

/** The graph in the Serverless Workflow DSL 1.0. */
function toWorkflow(definition: GraphDefinition): object {
  const tasks = stepsOf(definition).map((step) => ({ [step.node.id]: taskOf(step) }));
  const document = { dsl: "1.0.0", namespace: "sales", name: "automation", version: "1.0.0" };
  return { document, do: tasks };
}

function taskOf({ node, choices, next }: Step): object {
  const then = next ?? "end";
  if (choices.length > 0) {
    return { switch: choices.map(({ name, to }) => ({ [name]: { when: `.way == "${name}"`, then: to } })) };
  }
  const seconds = secondsOf(node);
  if (seconds > 0) return { wait: { seconds }, then };
  if (node.type === "trigger" || node.type === "end") return { set: { at: node.id }, then };
  const { url } = node.config ?? {};
  const endpoint = node.actionType === "webhook" ? url : "https://actions.example/run";
  return { call: "http", with: { method: "post", endpoint }, then };
}

export const serverlessWorkflow: Peer = {
  name: "@serverlessworkflow/sdk 1.0.1",
  note: "schema alone: no targets, no reachability, no cycles",
  broken: "no address to call at all",
  load: async () => {
    const { default: sdk } = await (await peerModules()).load("@serverlessworkflow/sdk");
    return (definition) => {
      const workflow = toWorkflow(definition);
      return () => {
        try {
          sdk.validate("Workflow", workflow);
          return true;
        } catch (error) {
          if (error instanceof Error) return false;
          throw error;
        }
      };
    };
  },
};
