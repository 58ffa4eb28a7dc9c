import { startAnalysis } from "@trilho/engine/interactions";
import type { AnalysedWorkspace, RunningAnalysis } from "@trilho/engine/interactions";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { teams } from "./teams.ts";

const MILLISECOND = 1_000_000;

/** What an edit of one automation does to what is found among all. */
export const edit: Benchmark = {
  title: "follow an edit in a workspace",
  about:
    "An analysis of the same teams that is kept. One automation after the other is changed, so that it asks another question or waits for longer, and all findings are brought up to date.",
  unit: "edit",
  baseline: "of 200 automations",
  rounds: 9,
  turnMs: 100,
  goals: [{ say: "an edit among 200 in 100 ms", case: "of 200 automations", atMostNs: 100 * MILLISECOND }],
  prepare: async () => [editing("of 20 automations", teams(2)), editing("of 200 automations", teams(20))],
};

function editing(name: string, { automations, ...around }: AnalysedWorkspace): Case {
  const analysis = startAnalysis({ ...around, automations });
  const shown = finish(analysis);
  let edits = 0;
  return {
    name,
    role: "ours",
    run: () => {
      const automation = automations[edits % automations.length];
      if (automation === undefined) throw new Error(`${name}: there is nothing to edit`);
      edits += 1;
      analysis.set({ ...automation, graphDefinition: changed(automation.graphDefinition, edits) });
      if (finish(analysis) !== shown) throw new Error(`${name}: an edit of a text or a wait changed what is found`);
    },
  };
}

function finish(analysis: RunningAnalysis): number {
  analysis.go(Number.POSITIVE_INFINITY);
  return analysis.result().counts.shown;
}

type Definition = AnalysedWorkspace["automations"][number]["graphDefinition"];

/** Another text in each message, and a second more in each wait. */
const changed = (definition: Definition, edits: number): Definition => ({
  ...definition,
  nodes: definition.nodes.map((node) => {
    const { text, delaySeconds } = node.config ?? {};
    if (typeof text === "string") return { ...node, config: { ...node.config, text: `${text} ${edits}` } };
    return typeof delaySeconds === "number"
      ? { ...node, config: { ...node.config, delaySeconds: delaySeconds + 1 } }
      : node;
  }),
});
