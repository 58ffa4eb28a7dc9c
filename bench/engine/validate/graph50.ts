import { validateGraph } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import type { Absent, Benchmark, Case } from "../../harness/benchmark.ts";
import { SALES } from "../graphs/sales.ts";
import { BROKEN } from "./broken.ts";
import { validateByHand } from "./limit.ts";
import { PEERS } from "./peers/all.ts";
import type { Check, Peer } from "./peers/peer.ts";
import { sameJob } from "./peers/same-job.ts";

const LIMIT = "hand-written limit";

/** Validates one graph of the contract's greatest size, beside validators of other formats. */
export const graph50: Benchmark = {
  title: "validate 50 nodes, 65 edges",
  about:
    "All errors and warnings of a sales automation without problems: conditions, waits, round robins, buttons, Liquid. Each peer checks the same graph in its own format: it accepts this one and refuses a broken one.",
  unit: "graph",
  baseline: "validateGraph",
  goals: [
    { say: "at most 3 times the limit", case: "validateGraph", against: LIMIT, atMost: 3 },
    {
      say: "Ajv with graphology takes at least 5 times as long for the same job",
      case: sameJob.name,
      against: "validateGraph",
      atLeast: 5,
    },
  ],
  prepare: async () => [
    {
      name: "validateGraph",
      role: "ours",
      run: () => validateGraph(SALES),
      note: "errors and warnings; reads hostile input safely, copies it",
    },
    {
      name: LIMIT,
      role: "limit",
      run: () => validateByHand(SALES),
      note: "the same codes; trusts its input, tells no places, no messages",
    },
    ...(await casesOfPeers()),
  ],
};

/** One after the other: Node.js 20 cannot load a module by two ways at once. */
async function casesOfPeers(): Promise<(Case | Absent)[]> {
  const cases: (Case | Absent)[] = [];
  for (const peer of PEERS) cases.push(await toCase(peer));
  return cases;
}

async function toCase(peer: Peer): Promise<Case | Absent> {
  const make = await peer.load().catch((error: unknown) => String(error));
  if (typeof make === "string") return { name: peer.name, absent: `cannot be loaded here: ${make}` };
  const [accepts, refuses] = await Promise.all([make(SALES), make(brokenFor(peer))]);
  await expectAnswer(peer, accepts, true);
  await expectAnswer(peer, refuses, false);
  return { name: peer.name, role: "peer", note: peer.note, run: accepts };
}

function brokenFor({ broken }: Peer): GraphDefinition {
  const definition = BROKEN[broken];
  if (!definition) throw new Error(`No broken graph: ${broken}`);
  return definition;
}

async function expectAnswer({ name }: Peer, check: Check, expected: boolean): Promise<void> {
  if ((await check()) !== expected) throw new Error(`${name} should ${expected ? "accept" : "refuse"} this graph`);
}
