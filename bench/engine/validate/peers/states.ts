import type { GraphDefinition } from "@trilho/engine";
import { peerModules } from "./modules.ts";
import { secondsOf, stepsOf } from "./peer.ts";
import type { Peer, Step } from "./peer.ts";

const RESOURCE = "arn:aws:lambda:eu-west-1:123456789012:function:step";

/** The graph in Amazon States Language: waits, tasks that may fail, choices. */
function toStates(definition: GraphDefinition): object {
  const states = stepsOf(definition).flatMap((step): [string, object][] => {
    const { node, choices, next } = step;
    if (choices.length === 0) return [[node.id, plainState(step)]];
    const rules = choices.map(({ name, to }) => ({ Variable: "$.way", StringEquals: name, Next: to }));
    const choice = { Type: "Choice", Choices: rules, Default: choices.at(-1)?.to ?? next };
    if (node.type !== "action") return [[node.id, choice]];
    const answered = `${node.id} answered`;
    return [
      [node.id, { Type: "Task", Resource: RESOURCE, Next: answered }],
      [answered, choice],
    ];
  });
  return { StartAt: definition.nodes[0]?.id, States: Object.fromEntries(states) };
}

function plainState({ node, next, failed }: Step): object {
  const seconds = secondsOf(node);
  if (node.type === "end") return { Type: "Succeed" };
  const then = next === undefined ? { End: true } : { Next: next };
  if (node.type === "trigger") return { Type: "Pass", ...then };
  if (seconds > 0) return { Type: "Wait", Seconds: seconds, ...then };
  const caught = failed === undefined ? {} : { Catch: [{ ErrorEquals: ["States.ALL"], Next: failed }] };
  return { Type: "Task", Resource: RESOURCE, ...then, ...caught };
}

export const aslValidator: Peer = {
  name: "asl-validator 4.0.0",
  note: "Amazon States Language: schema, targets, reachability; cycles are legal there",
  broken: "an edge to nowhere",
  load: async () => {
    const { default: validate } = await (await peerModules()).load("asl-validator");
    return (definition) => {
      const states = toStates(definition);
      return () => validate(states).isValid;
    };
  },
};

export const statelint: Peer = {
  name: "@wmfs/statelint 1.30.0",
  note: "Amazon States Language: rules of J2119, targets, reachability; cycles are legal there",
  broken: "an edge to nowhere",
  load: async () => {
    const { StateLint } = await (await peerModules()).load("@wmfs/statelint");
    const lint = new StateLint();
    return (definition) => {
      const states = toStates(definition);
      return () => lint.validate(states).length === 0;
    };
  },
};
