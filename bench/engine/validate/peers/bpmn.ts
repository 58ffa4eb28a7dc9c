import type { GraphDefinition } from "@trilho/engine";
import { peerModules } from "./modules.ts";
import { secondsOf, stepsOf } from "./peer.ts";
import type { Peer, Step, Way } from "./peer.ts";

interface Element {
  readonly id: string;
  readonly tag: string;
  readonly name?: string;
  readonly body?: string;
}

interface Flow {
  readonly from: string;
  readonly to: string;
}

/** Elements of the process and the flows between them. */
interface Process {
  readonly elements: Element[];
  readonly flows: Flow[];
}

/** The graph as a BPMN process: gateways where ways part and where they meet. */
function toXml(definition: GraphDefinition): string {
  const process: Process = { elements: [], flows: [] };
  const names = new Map(definition.nodes.map(({ id }, index) => [id, `n${index}`]));
  const steps = stepsOf(definition);
  const arrivals = (id: string) => steps.flatMap((step) => waysOf(step)).filter(({ to }) => to === id).length;
  const entry = (id: string) => `${names.get(id) ?? "missing"}${arrivals(id) > 1 ? "join" : ""}`;
  for (const step of steps) {
    const id = names.get(step.node.id) ?? "";
    if (arrivals(step.node.id) > 1) {
      process.elements.push({ id: `${id}join`, tag: "exclusiveGateway" });
      process.flows.push({ from: `${id}join`, to: id });
    }
    addStep(process, id, step, entry);
  }
  return render(process);
}

function waysOf({ choices, next, failed }: Step): Way[] {
  return [
    ...choices,
    ...(next === undefined ? [] : [{ name: "next", to: next }]),
    ...(failed === undefined ? [] : [{ name: "fallback", to: failed }]),
  ];
}

function addStep({ elements, flows }: Process, id: string, step: Step, entry: (id: string) => string): void {
  const { node } = step;
  const ways = waysOf(step);
  const isGateway = node.type === "condition" || node.type === "round_robin";
  elements.push(
    isGateway ? { id, tag: "exclusiveGateway", name: "Which?" } : elementOf(id, node.type, secondsOf(node)),
  );
  const splits = ways.length > 1 && !isGateway;
  if (splits) {
    elements.push({ id: `${id}split`, tag: "exclusiveGateway", name: "Which?" });
    flows.push({ from: id, to: `${id}split` });
  }
  for (const { to } of ways) flows.push({ from: splits ? `${id}split` : id, to: entry(to) });
}

function elementOf(id: string, type: string, seconds: number): Element {
  if (type === "trigger") return { id, tag: "startEvent", name: "Start" };
  if (type === "end") return { id, tag: "endEvent", name: "End" };
  if (seconds === 0) return { id, tag: "task", name: "Step" };
  const duration = `<timeDuration>PT${seconds}S</timeDuration>`;
  const body = `<timerEventDefinition id="${id}timer">${duration}</timerEventDefinition>`;
  return { id, tag: "intermediateCatchEvent", name: "Wait", body };
}

function render({ elements, flows }: Process): string {
  const touching = (tag: string, end: "from" | "to", id: string) =>
    flows.map((flow, index) => (flow[end] === id ? `<${tag}>f${index}</${tag}>` : "")).join("");
  const drawn = elements.map(({ id, tag, name = "", body = "" }) => {
    return `<${tag} id="${id}" name="${name}">${touching("incoming", "to", id)}${touching("outgoing", "from", id)}${body}</${tag}>`;
  });
  const lines = flows.map(
    ({ from, to }, index) => `<sequenceFlow id="f${index}" sourceRef="${from}" targetRef="${to}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="http://trilho.example">
<process id="p" name="Automation" isExecutable="false">${drawn.join("")}${lines.join("")}</process></definitions>`;
}

export const bpmnlint: Peer = {
  name: "bpmnlint 11.15.0",
  note: "BPMN, read before the measurement; its recommended rules without drawings, two ways to one step allowed; cycles are legal there",
  broken: "an island",
  load: async () => {
    const { load } = await peerModules();
    const { BpmnModdle } = await load("bpmn-moddle");
    const { Linter } = await load("bpmnlint");
    const { default: Resolver } = await load("bpmnlint/lib/resolver/node-resolver.js");
    const config = {
      extends: "bpmnlint:recommended",
      rules: { "no-bpmndi": "off", "no-duplicate-sequence-flows": "warn" },
    };
    const linter = new Linter({ config, resolver: new Resolver() });
    return async (definition) => {
      const { rootElement } = await new BpmnModdle().fromXML(toXml(definition));
      return async () => {
        const reports = await linter.lint(rootElement);
        return Object.values(reports).every((list) => list.every(({ category }) => category !== "error"));
      };
    };
  },
};
