import type { LimitCounts } from "./cohort-limit.ts";
import {
  ABOVE,
  AT_LEAST,
  AT_MOST,
  BELOW,
  CHANCE,
  CHOICE,
  CONDITION,
  FAILS,
  INSTANT,
  IS_MESSAGE,
  IS_SET,
  LISTED,
  MOVES_STAGE,
  NUMBER,
  SINCE,
  TURN,
  WAIT,
  WITHIN,
  WRITES,
} from "./cohort-program.ts";
import type { CohortProgram } from "./cohort-program.ts";
import { begin, first, hashName, hashNoRun, hashRun, next, ownStream } from "./limit-random.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const BLOCK = 1000;
const TURN_CYCLE = 1024;

/** Simulates the cohort of any program: arrays in, arrays out, nothing made on the way. */
export function cohortByArrays(program: CohortProgram, size: number, seed: string): LimitCounts {
  const { target, kind, following, delay, does, stage, lastMessage, since: sinceSlot, startAt, gapSeconds } = program;
  const { branchStarts, branchEdge, ruleStarts, ruleSlot, ruleOperator, ruleLow, ruleHigh, ruleList, lists } = program;
  const { slotKind, slotLow, slotSpan, slotWhole, choiceStarts, choiceWeight, choiceTotal } = program;
  const { exitStarts, exitWeight, exitEdge } = program;
  const { chanceStarts, chanceWeight, chanceTotal, chanceEdge, chanceWithin, chanceLasts, chanceSent } = program;
  const factNames = new Int32Array(2 * program.fields.length);
  const nodeNames = new Int32Array(2 * program.nodes.length);
  program.fields.forEach((field, slot) => hashName(JSON.stringify([seed, "fact", field]), factNames, 2 * slot));
  program.nodes.forEach((id, node) => hashName(JSON.stringify([seed, "outcome", id]), nodeNames, 2 * node));
  const run = new Int32Array(2);
  hashNoRun(run);
  const arrivals = new Int32Array(2);
  hashName(JSON.stringify([seed, "arrivals"]), arrivals, 0);
  const gaps = ownStream(arrivals, 0, run);

  const values = new Float64Array(program.fields.length);
  const drawnFor = new Int32Array(program.fields.length).fill(-1);
  const standing = new Float64Array(exitWeight.length);
  const taken = new Float64Array(target.length);
  const durations = new Float64Array(size);
  const firstHour = Math.floor(startAt / HOUR);
  let hours = new Float64Array(4096);

  const countHour = (clock: number): void => {
    const hour = Math.floor(clock / HOUR) - firstHour;
    if (hour >= hours.length) hours = grown(hours, 2 * hour);
    hours[hour] = (hours[hour] ?? 0) + 1;
  };
  const draw = (slot: number, start: number): number => {
    if (slotKind[slot] === INSTANT) return Number.NaN;
    const random = first(factNames, 2 * slot, run);
    if (slotKind[slot] === CHOICE) {
      let left = random * (choiceTotal[slot] ?? 0);
      let at = choiceStarts[slot] ?? 0;
      while ((left -= choiceWeight[at] ?? 1) >= 0) at += 1;
      return at - (choiceStarts[slot] ?? 0);
    }
    const number = (slotLow[slot] ?? 0) + (slotSpan[slot] ?? 0) * random;
    const drawn = slotWhole[slot] === 1 ? Math.round(number) : number;
    return slotKind[slot] === NUMBER ? drawn : start - drawn * DAY;
  };
  const holds = (rule: number, number: number, start: number, clock: number): boolean => {
    const slot = ruleSlot[rule] ?? 0;
    if (drawnFor[slot] !== number) {
      drawnFor[slot] = number;
      values[slot] = draw(slot, start);
    }
    const kept = values[slot] ?? 0;
    const value = slotKind[slot] === SINCE ? Math.floor((clock - kept) / DAY) : kept;
    switch (ruleOperator[rule]) {
      case AT_LEAST:
        return value >= (ruleLow[rule] ?? 0);
      case ABOVE:
        return value > (ruleLow[rule] ?? 0);
      case AT_MOST:
        return value <= (ruleLow[rule] ?? 0);
      case BELOW:
        return value < (ruleLow[rule] ?? 0);
      case WITHIN:
        return value >= (ruleLow[rule] ?? 0) && value <= (ruleHigh[rule] ?? 0);
      case LISTED:
        return lists[(ruleList[rule] ?? 0) + value] === 1;
      case IS_SET:
        return value === value;
      default:
        return false;
    }
  };
  const decide = (node: number, number: number, start: number, clock: number): number => {
    const end = branchStarts[node + 1] ?? 0;
    for (let branch = branchStarts[node] ?? 0; branch < end; branch += 1) {
      const last = ruleStarts[branch + 1] ?? 0;
      let rule = ruleStarts[branch] ?? 0;
      while (rule < last && holds(rule, number, start, clock)) rule += 1;
      if (rule === last) return branchEdge[branch] ?? -1;
    }
    return following[node] ?? -1;
  };
  const takeTurn = (node: number): number => {
    const end = exitStarts[node + 1] ?? 0;
    let picked = exitStarts[node] ?? 0;
    let total = 0;
    for (let exit = picked; exit < end; exit += 1) {
      standing[exit] = (standing[exit] ?? 0) + (exitWeight[exit] ?? 0);
      total += exitWeight[exit] ?? 0;
      if ((standing[exit] ?? 0) > (standing[picked] ?? 0)) picked = exit;
    }
    standing[picked] = (standing[picked] ?? 0) - total;
    return picked;
  };
  const resetRoundRobins = (ahead: number): void => {
    standing.fill(0);
    for (let node = 0; node < kind.length; node += 1) {
      for (let turn = 0; kind[node] === TURN && turn < ahead; turn += 1) takeTurn(node);
    }
  };
  const write = (slot: number, value: number, number: number): void => {
    values[slot] = value;
    drawnFor[slot] = number;
  };

  let start = startAt;
  let completed = 0;
  for (let number = 0; number < size; number += 1) {
    if (number > 0) start += Math.round(gapSeconds * exponential(gaps) * 1000);
    if (number % BLOCK === 0) resetRoundRobins((number / BLOCK) % TURN_CYCLE);
    hashRun(number, run);
    let node = 0;
    let clock = start;
    let inStage = 0;
    let edge = 0;
    for (;;) {
      edge = following[node] ?? -1;
      switch (kind[node]) {
        case WAIT:
          clock += delay[node] ?? 0;
          break;
        case CONDITION:
          edge = decide(node, number, start, clock);
          break;
        case TURN:
          edge = exitEdge[takeTurn(node)] ?? -1;
          break;
        case CHANCE: {
          const from = chanceStarts[node] ?? 0;
          let chance = from;
          let left = first(nodeNames, 2 * node, run) * (chanceTotal[node] ?? 0);
          while ((left -= chanceWeight[chance] ?? 1) >= 0) chance += 1;
          edge = chanceEdge[chance] ?? -1;
          if (chanceSent[chance] === 0) break;
          const effects = does[node] ?? 0;
          if (effects & IS_MESSAGE) countHour(clock);
          const within = chanceWithin[chance] ?? 0;
          if (within > 0) {
            begin(nodeNames, 2 * node, run);
            next();
            clock += Math.round(((within * next()) / 1000) * 1000);
          } else clock += chanceLasts[chance] ?? 0;
          if (effects & WRITES) write(lastMessage, clock, number);
          break;
        }
        default: {
          const effects = does[node] ?? 0;
          if (effects === 0) break;
          if (effects & IS_MESSAGE) countHour(clock);
          if (effects & WRITES) write(lastMessage, clock, number);
          if (effects & MOVES_STAGE && stage[node] !== inStage) {
            inStage = stage[node] ?? 0;
            write(sinceSlot, clock, number);
          }
        }
      }
      if (edge < 0) break;
      taken[edge] = (taken[edge] ?? 0) + 1;
      node = target[edge] ?? 0;
    }
    if (edge === FAILS) continue;
    durations[completed] = clock - start;
    completed += 1;
  }

  const visits = new Float64Array(kind.length);
  visits[0] = size;
  for (let edge = 0; edge < taken.length; edge += 1) {
    const to = target[edge] ?? 0;
    visits[to] = (visits[to] ?? 0) + (taken[edge] ?? 0);
  }
  const sorted = durations.subarray(0, completed).toSorted();
  const rank = (percent: number) => sorted[Math.ceil((percent / 100) * completed) - 1] ?? 0;
  const perHour = new Map([...hours.entries()].flatMap(([at, count]) => (count > 0 ? [[firstHour + at, count]] : [])));
  const failed = size - completed;
  return { edges: taken, visits, completed, failed, durations: [rank(10), rank(50), rank(99)], perHour };
}

function grown(list: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(list);
  return larger;
}

function exponential(random: () => number): number {
  for (let whole = 0; ; whole += 1) {
    const opening = random();
    let last = opening;
    let draws = 2;
    for (let number = random(); number <= last; number = random()) {
      last = number;
      draws += 1;
    }
    if (draws % 2 === 0) return whole + opening;
  }
}
