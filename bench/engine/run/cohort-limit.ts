import { SALES } from "../graphs/sales.ts";
import { begin, hashName, hashNoRun, hashRun, next, ownStream } from "./limit-random.ts";

/** What the limit counts: as much as `simulateCohort` does. */
export interface LimitCounts {
  edges: Float64Array;
  visits: Float64Array;
  completed: number;
  failed: number;
  /** p10, p50, p99, ms. */
  durations: [number, number, number];
  perHour: Map<number, number>;
}

const PASS = 0;
const WAIT = 1;
const CONDITION = 2;
const TURN = 3;
const END = 4;
const CHANCE = 5;

const DAY = 86_400_000;
const HOUR = 3_600_000;
const nodes = SALES.nodes;
const edges = SALES.edges ?? [];
const index = new Map(nodes.map(({ id }, at) => [id, at]));
const at = (id: string) => index.get(id) ?? -1;
const edgeAt = (source: string, handle = "next") =>
  edges.findIndex((edge) => edge.source === source && (edge.sourceHandle ?? "next") === handle);
const target = Int32Array.from(edges, (edge) => at(edge.target));
const MESSAGES = new Set(["send_whatsapp", "send_email", "reply_instagram_comment", "send_instagram_private_reply"]);

const kind = Int32Array.from(nodes, ({ id, type, actionType }) => {
  if (type === "wait" || actionType === "wait") return WAIT;
  if (type === "condition") return CONDITION;
  if (type === "round_robin") return TURN;
  if (type === "end") return END;
  return ["vip-hello", "team-hello", "vip-mail", "small-hook"].includes(id) ? CHANCE : PASS;
});
const following = Int32Array.from(nodes, ({ id }) => edgeAt(id));
const delay = Float64Array.from(nodes, ({ config }) => Number(config?.["delaySeconds"] ?? 0) * 1000);
const isMessage = Uint8Array.from(nodes, ({ actionType }) => (MESSAGES.has(actionType ?? "") ? 1 : 0));

const [SIZE, INTEREST, CHANNEL, VIP_ANSWER] = [at("size"), at("interest"), at("channel"), at("vip-answer")];
const [VIP_HELLO, TEAM_HELLO, TEAM] = [at("vip-hello"), at("team-hello"), at("team")];
const SIZE_EDGES = ["branch_vip", "branch_regular", "branch_small", "fallback"].map((handle) => edgeAt("size", handle));
const INTEREST_EDGES = ["branch_hot", "branch_warm", "branch_cold", "fallback"].map((handle) =>
  edgeAt("interest", handle),
);
const CHANNEL_EDGES = ["branch_instagram", "branch_ads", "fallback"].map((handle) => edgeAt("channel", handle));
const VIP_EDGES = ["branch_yes", "fallback"].map((handle) => edgeAt("vip-answer", handle));
const LATE_EDGE = edgeAt("late-answer", "fallback");
const HELLO_EDGES = ["btn_call", "btn_later", "text_reply", "timeout", "fallback"].map((handle) =>
  edgeAt("vip-hello", handle),
);
const TEAM_EDGES = ["replied", "timeout"].map((handle) => edgeAt("team-hello", handle));
const TURN_EDGES = [
  ["rr_ana", "rr_bia", "rr_caio"].map((handle) => edgeAt("team", handle)),
  ["rr_a", "rr_b"].map((handle) => edgeAt("small-turn", handle)),
];
const SHARES = [
  [2, 1, 1],
  [1, 1],
];
const LEFT = 1 - 0.34;
const SIXTH = 0.5 / 3;
const OPEN = SIXTH + SIXTH + 0.5;
const HELLO = [0.3, (LEFT * SIXTH) / OPEN, (LEFT * SIXTH) / OPEN, (LEFT * 0.5) / OPEN, 0.04];
const TOTAL = HELLO.reduce((sum, share) => sum + share, 0);

const NAMES = [
  "deal.value",
  "deal.source",
  "deal.closeProbability",
  "deal.isReturning",
  "deal.daysInStage",
  "deal.tracking.utmSource",
  "deal.tracking.utmMedium",
];
const CHANCES = [VIP_HELLO, TEAM_HELLO, at("vip-mail"), at("small-hook")];

/** Simulates the sales automation's cohort with this graph and model written into the code. */
export function cohortByHand(size: number, seed: string, startAt: number): LimitCounts {
  const taken = new Float64Array(edges.length);
  const ends = new Float64Array(size);
  const perHour = new Map<number, number>();
  const run = new Int32Array(2);
  const names = new Int32Array(2 * (NAMES.length + nodes.length + 1));
  NAMES.forEach((name, place) => hashName(JSON.stringify([seed, "fact", name]), names, 2 * place));
  const outcomes = 2 * NAMES.length;
  for (const node of CHANCES) hashName(JSON.stringify([seed, "outcome", nodes[node]?.id]), names, outcomes + 2 * node);
  const arrivals = names.length - 2;
  hashName(JSON.stringify([seed, "arrivals"]), names, arrivals);
  hashNoRun(run);
  const gaps = ownStream(names, arrivals, run);
  const standing = [new Float64Array(3), new Float64Array(2)];
  let start = startAt;
  let completed = 0;
  let failed = 0;
  for (let number = 0; number < size; number += 1) {
    if (number > 0) start += Math.round(600 * exponential(gaps) * 1000);
    if (number % 1000 === 0) resetRoundRobins(standing, (number / 1000) % 1024);
    hashRun(number, run);
    let node = 0;
    let clock = start;
    let wrote = false;
    for (;;) {
      let edge = following[node] ?? -1;
      switch (kind[node]) {
        case WAIT:
          clock += delay[node] ?? 0;
          break;
        case CONDITION:
          if (node === SIZE) {
            begin(names, 0, run);
            const value = 80_000 * next();
            let choice = 3;
            if (value >= 50_000) choice = 0;
            else if (value >= 5000) choice = 1;
            else if (value > 0) {
              begin(names, 2, run);
              if (next() * 5 < 3) choice = 2;
            }
            edge = SIZE_EDGES[choice] ?? -1;
          } else if (node === INTEREST) {
            begin(names, 4, run);
            const odds = Math.round(100 * next());
            let choice = odds < 30 ? 2 : 3;
            if (odds >= 70) {
              begin(names, 8, run);
              const days = Math.round(12 * next());
              if (Math.floor((clock - (start - days * DAY)) / DAY) < 7) choice = 0;
            } else if (odds >= 30) {
              begin(names, 6, run);
              if (next() * 5 < 1) choice = 1;
            }
            edge = INTEREST_EDGES[choice] ?? -1;
          } else if (node === CHANNEL) {
            begin(names, 10, run);
            let choice = 0;
            if (next() * 4 >= 1) {
              begin(names, 12, run);
              choice = next() * 2 < 1 ? 1 : 2;
            }
            edge = CHANNEL_EDGES[choice] ?? -1;
          } else edge = node === VIP_ANSWER ? (VIP_EDGES[wrote ? 0 : 1] ?? -1) : LATE_EDGE;
          break;
        case TURN: {
          const place = node === TEAM ? 0 : 1;
          edge = TURN_EDGES[place]?.[takeTurn(standing[place] ?? none64, SHARES[place] ?? [])] ?? -1;
          break;
        }
        case CHANCE: {
          begin(names, outcomes + 2 * node, run);
          if (node === VIP_HELLO) {
            let left = next() * TOTAL;
            let choice = 0;
            while ((left -= HELLO[choice] ?? 1) >= 0) choice += 1;
            edge = HELLO_EDGES[choice] ?? -1;
            if (choice === 4) break;
            wrote = true;
            count(perHour, clock);
            clock += choice === 3 ? 2 * DAY : Math.round(((2 * DAY * next()) / 1000) * 1000);
          } else if (node === TEAM_HELLO) {
            const replies = next() - 0.5 < 0;
            edge = TEAM_EDGES[replies ? 0 : 1] ?? -1;
            count(perHour, clock);
            clock += replies ? Math.round(((DAY * next()) / 1000) * 1000) : DAY;
          } else {
            const fails = next() >= (isMessage[node] ? 0.95 : 0.9);
            if (fails) edge = -2;
            else if (isMessage[node]) count(perHour, clock);
          }
          break;
        }
        default:
          if (isMessage[node]) count(perHour, clock);
      }
      if (edge < 0) {
        if (edge === -2) failed += 1;
        else {
          ends[completed] = clock - start;
          completed += 1;
        }
        break;
      }
      taken[edge] = (taken[edge] ?? 0) + 1;
      node = target[edge] ?? 0;
    }
  }
  const visits = new Float64Array(nodes.length);
  visits[0] = size;
  for (let edge = 0; edge < taken.length; edge += 1) {
    const to = target[edge] ?? 0;
    visits[to] = (visits[to] ?? 0) + (taken[edge] ?? 0);
  }
  const sorted = ends.subarray(0, completed).toSorted();
  const rank = (percent: number) => sorted[Math.ceil((percent / 100) * completed) - 1] ?? 0;
  return { edges: taken, visits, completed, failed, durations: [rank(10), rank(50), rank(99)], perHour };
}

const none64 = new Float64Array(0);

function count(perHour: Map<number, number>, clock: number): void {
  const hour = Math.floor(clock / HOUR);
  perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
}

function exponential(random: () => number): number {
  for (let whole = 0; ; whole += 1) {
    const first = random();
    let last = first;
    let draws = 2;
    for (let draw = random(); draw <= last; draw = random()) {
      last = draw;
      draws += 1;
    }
    if (draws % 2 === 0) return whole + first;
  }
}

function takeTurn(standing: Float64Array, shares: readonly number[]): number {
  let picked = 0;
  let total = 0;
  for (let exit = 0; exit < standing.length; exit += 1) {
    const share = shares[exit] ?? 0;
    standing[exit] = (standing[exit] ?? 0) + share;
    total += share;
    if ((standing[exit] ?? 0) > (standing[picked] ?? 0)) picked = exit;
  }
  standing[picked] = (standing[picked] ?? 0) - total;
  return picked;
}

function resetRoundRobins(standing: readonly Float64Array[], ahead: number): void {
  standing.forEach((each, place) => {
    each.fill(0);
    for (let turn = 0; turn < ahead; turn += 1) takeTurn(each, SHARES[place] ?? []);
  });
}
