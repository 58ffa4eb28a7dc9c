import type { Facts } from "../contract/run.ts";
import { branchTaken, exitPicked } from "../interpreter/behaviors.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { RoundRobin } from "../interpreter/round-robin.ts";
import { always, never } from "../query/evaluate.ts";
import type { Choice } from "./choices.ts";
import { joined, walkMove, walkNode } from "./shortcuts.ts";
import type { WalkedWay } from "./shortcuts.ts";
import type { CohortWorld } from "./world.ts";

/** Ways longer than this are not made longer. */
const LONGEST = 100;

/** What decides how runs go on from a node. */
type Decides = "nothing" | "branch" | "turn" | "choice" | "walk";

/** The ways on from a node. */
interface Crossing {
  readonly node: PlanNode;
  readonly decides: Decides;
  /** By branch of a condition and then `fallback`, by exit, by choice of the world. Null where runs have to be walked. */
  readonly ways: readonly (Kept | null)[];
  /** By choice, whether it is a reply, which comes in its time. */
  readonly replies: readonly boolean[];
}

/** A way with the crossing that it comes to. */
interface Kept extends WalkedWay {
  readonly next: Crossing | null;
  readonly messagesAfter: Float64Array;
}

const NO_FACTS: Facts = {};

/**
 * The ways that runs of a cohort go, each walked once by the interpreter: what is left to do for a run is to decide, by
 * the interpreter's conditions, turns and the world's outcomes, which of them it goes. Retries, opening
 * times and waits until something are walked anew each time.
 */
export class Crossings {
  /** Every way. */
  readonly ways: Kept[] = [];
  /** The most events of one way. */
  readonly most: number;
  /** When a run is at the crossing, Unix ms. A field, as numbers of this size are passed on the heap. */
  now = 0;
  /** By how much the way found last takes longer than when it was walked: until its reply. */
  delayMs = 0;
  private readonly world: CohortWorld;
  private readonly crossings: Crossing[] = [];

  /** `order` has edges point forward. */
  constructor(world: CohortWorld, order: Iterable<number>) {
    this.world = world;
    const nodes = new Map([...world.plan.nodes.values()].map((node) => [node.position, node]));
    const positions = world.render === null && !saysMore(world, nodes.values()) ? [...order].toReversed() : [];
    for (const position of positions) {
      const node = nodes.get(position);
      if (node) this.crossings[position] = this.cross(node);
    }
    this.most = this.ways.reduce((most, { events }) => Math.max(most, events), 0);
  }

  /** The crossing at a node. */
  at({ position }: PlanNode): Crossing | null {
    return this.crossings[position] ?? null;
  }

  /** The way that the current run goes from a crossing now; null where it has to be walked. */
  find(crossing: Crossing): Kept | null {
    this.delayMs = 0;
    const place = this.decide(crossing);
    const way = crossing.ways[place] ?? null;
    if (way === null) return null;
    if (crossing.replies[place] === true) {
      this.delayMs = Math.round(this.world.sampler.seconds * 1000);
      if (this.delayMs > (crossing.node.reply?.timeoutMs ?? 0)) return null;
    }
    if (way.changes.length > 0) this.tell(way);
    return way;
  }

  private decide({ node, decides }: Crossing): number {
    const { world } = this;
    switch (decides) {
      case "branch":
        world.facts.now = this.now;
        return branchTaken(node, NO_FACTS);
      case "turn":
        return world.pick(node);
      case "choice":
        return world.sampler.choose(node);
      default:
        return 0;
    }
  }

  /** Lets the facts know what happens on a way. */
  private tell({ changes }: WalkedWay): void {
    for (const { node, config, reply, afterMs } of changes) {
      this.world.facts.changed(node, config, reply, this.now + afterMs + (reply ? this.delayMs : 0));
    }
  }

  private cross(node: PlanNode): Crossing {
    const { plan, sampler } = this.world;
    if (node.until !== null || (node.reachesCustomer && plan.hours !== null)) return crossingOf(node, "walk", []);
    if (node.kind === "condition") return this.branch(node);
    if (node.exits.length > 0) {
      const exits = new RoundRobin(node.exits, {}).ids.map((id) => {
        const move = exitPicked(node, id);
        return move && this.onward(walkMove(plan, node, move, 1));
      });
      return crossingOf(node, "turn", exits);
    }
    const choices = sampler.choicesOf(node);
    if (choices === null) return crossingOf(node, "nothing", [this.onward(walkNode(plan, node, null))]);
    const replies = choices.map(({ outcome }) => outcome?.type === "reply");
    return crossingOf(
      node,
      "choice",
      choices.map((choice) => this.choose(node, choice)),
      replies,
    );
  }

  /** A condition where no other branch can hold is no decision. */
  private branch(node: PlanNode): Crossing {
    const { plan } = this.world;
    const possible = node.branches.findIndex(({ holds }) => holds !== never);
    const certain = possible < 0 ? node.branches.length : node.branches[possible]?.holds === always ? possible : null;
    const moves = certain === null ? node.usual.branches : node.usual.branches.slice(certain, certain + 1);
    const ways = moves.map((move) => this.onward(walkMove(plan, node, move, 0)));
    return crossingOf(node, certain === null ? "branch" : "nothing", ways);
  }

  private choose(node: PlanNode, { outcome }: Choice): Kept | null {
    if (outcome?.type === "fail" || outcome?.type === "attempts") return null;
    if (outcome?.type !== "reply") return this.onward(walkNode(this.world.plan, node, outcome));
    const answered = walkNode(this.world.plan, node, { ...outcome, afterSeconds: 0 });
    return this.keep(answered);
  }

  /** A way with the one that always follows it. */
  private onward(way: WalkedWay): Kept {
    const there = way.to && this.at(way.to);
    const then = there?.decides === "nothing" ? (there.ways[0] ?? null) : null;
    return this.keep(then && way.edges.length + then.edges.length > LONGEST ? way : joined(way, then));
  }

  private keep(way: WalkedWay): Kept {
    const kept = {
      ...way,
      taken: 0,
      changes: way.changes.filter(({ node }) => this.world.facts.heeds(node)),
      next: way.to && this.at(way.to),
      messagesAfter: Float64Array.from(way.messages, ({ afterMs }) => afterMs),
    };
    this.ways.push(kept);
    return kept;
  }
}

/** Whether a contact may write more than the answer to a question: what a run finds at one node then depends on others. */
function saysMore({ sampler }: CohortWorld, nodes: Iterable<PlanNode>): boolean {
  for (const node of nodes) {
    for (const { outcome } of sampler.choicesOf(node) ?? []) {
      const attempts = outcome?.type === "attempts" ? outcome.attempts : [outcome];
      if (attempts.some((each) => each?.type === "reply" && each.further !== undefined)) return true;
    }
  }
  return false;
}

function crossingOf(
  node: PlanNode,
  decides: Decides,
  ways: readonly (Kept | null)[],
  replies: readonly boolean[] = [],
): Crossing {
  return { node, decides, ways, replies };
}
