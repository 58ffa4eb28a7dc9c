import type { Facts } from "../contract/run.ts";
import { enter, exitPicked } from "../interpreter/behaviors.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import type { Choice } from "./choices.ts";
import { joined, walkMove, walkNode } from "./shortcuts.ts";
import type { WalkedWay } from "./shortcuts.ts";
import type { CohortWorld } from "./world.ts";

/** Ways longer than this are not made longer. */
const LONGEST = 100;

/** The ways on from a node, by what decides there; all empty where runs have to be walked. */
interface Crossing {
  /** Nothing decides. */
  readonly always: WalkedWay | null;
  /** By branch of a condition, then by `fallback`. */
  readonly branches: readonly WalkedWay[] | null;
  /** By exit of a round robin. */
  readonly exits: ReadonlyMap<string, WalkedWay> | null;
  /** By choice of the world; null where that has to be walked. */
  readonly choices: readonly (WalkedWay | null)[] | null;
}

const WALKED: Crossing = { always: null, branches: null, exits: null, choices: null };
const NO_FACTS: Facts = {};

/**
 * The ways that runs of a cohort go, each walked once by the interpreter: what is left to do for a run is to decide, by
 * the interpreter's conditions, turns and the world's outcomes, which of them it goes. Retries and opening times are
 * walked anew each time.
 */
export class Crossings {
  /** Every way. */
  readonly ways: WalkedWay[] = [];
  /** The most events of one way. */
  readonly most: number;
  /** By how much the way found last takes longer than when it was walked: until its reply. */
  delayMs = 0;
  private readonly world: CohortWorld;
  private readonly crossings: Crossing[] = [];
  private readonly moment = { at: 0, facts: NO_FACTS };

  /** `order` has edges point forward. */
  constructor(world: CohortWorld, order: Iterable<number>) {
    this.world = world;
    const nodes = new Map([...world.plan.nodes.values()].map((node) => [node.position, node]));
    const positions = world.render === null ? [...order].toReversed() : [];
    for (const position of positions) {
      const node = nodes.get(position);
      if (node) this.crossings[position] = this.cross(node);
    }
    this.most = this.ways.reduce((most, { events }) => Math.max(most, events), 0);
  }

  /** The way that the current run goes from a node at an instant; null where it has to be walked. */
  find(node: PlanNode, at: number): WalkedWay | null {
    const crossing = this.crossings[node.position] ?? WALKED;
    this.delayMs = 0;
    const way = crossing.always ?? this.decide(crossing, node, at);
    if (way !== null && way.changes.length > 0) this.tell(way, at);
    return way;
  }

  private decide({ branches, exits, choices }: Crossing, node: PlanNode, at: number): WalkedWay | null {
    const { plan, facts, sampler } = this.world;
    if (branches !== null) {
      facts.now = at;
      const move = enter(plan, node, this.moment);
      return move.type === "leave" ? (branches[move.branch] ?? null) : null;
    }
    if (choices === null) return exits?.get(this.world.turn(node) ?? "") ?? null;
    const choice = sampler.choose(node);
    const way = choice && (choices[choice.index] ?? null);
    if (way === null || choice?.outcome?.type !== "reply") return way;
    this.delayMs = Math.round(sampler.seconds * 1000);
    return this.delayMs <= (node.reply?.timeoutMs ?? 0) ? way : null;
  }

  /** Lets the facts know what happens on a way. */
  private tell({ changes }: WalkedWay, at: number): void {
    for (const { node, config, reply, afterMs } of changes) {
      this.world.facts.changed(node, config, reply, at + afterMs + (reply ? this.delayMs : 0));
    }
  }

  private cross(node: PlanNode): Crossing {
    const { plan, sampler } = this.world;
    if (node.reachesCustomer && plan.hours !== null) return WALKED;
    if (node.kind === "condition") {
      return { ...WALKED, branches: node.usual.branches.map((move) => this.onward(walkMove(plan, node, move, 0))) };
    }
    if (node.exits.length > 0) {
      const exits = node.exits.flatMap(({ id }): [string, WalkedWay][] => {
        const move = exitPicked(node, id);
        return move ? [[id, this.onward(walkMove(plan, node, move, 1))]] : [];
      });
      return { ...WALKED, exits: new Map(exits) };
    }
    const choices = sampler.choicesOf(node);
    if (choices === null) return { ...WALKED, always: this.onward(walkNode(plan, node, null)) };
    return { ...WALKED, choices: choices.map((choice) => this.choose(node, choice)) };
  }

  private choose(node: PlanNode, { outcome }: Choice): WalkedWay | null {
    if (outcome?.type === "fail") return null;
    if (outcome?.type !== "reply") return this.onward(walkNode(this.world.plan, node, outcome));
    const answered = walkNode(this.world.plan, node, { ...outcome, afterSeconds: 0 });
    return this.keep(answered);
  }

  /** A way with the one that always follows it. */
  private onward(way: WalkedWay): WalkedWay {
    const then = way.to && (this.crossings[way.to.position]?.always ?? null);
    return this.keep(then && way.edges.length + then.edges.length > LONGEST ? way : joined(way, then));
  }

  private keep(way: WalkedWay): WalkedWay {
    const kept = { ...way, taken: 0, changes: way.changes.filter(({ node }) => this.world.facts.heeds(node)) };
    this.ways.push(kept);
    return kept;
  }
}
