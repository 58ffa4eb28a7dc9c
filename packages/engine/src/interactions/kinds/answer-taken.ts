import { DEFAULT_REPLY_TIMEOUT_MS } from "../../interpreter/plan.ts";
import type { WorkspaceResult, WorkspaceRun } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import { findWay } from "../witness/way.ts";
import type { Act, Way } from "../witness/way.ts";
import { instantsOf, SOON_MS, tryOut, witnessOf } from "../witness/trial.ts";
import type { Inquiry } from "../witness/trial.ts";
import { encounters, together } from "./encounters.ts";
import type { Encounter } from "./encounters.ts";
import { firstSought, placeOf } from "./kind.ts";
import type { Candidate, Kind, Meeting, Seeking, Spot, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** Of an automation, so many questions are looked at. */
const MOST_QUESTIONS = 2;
/** And so many things that start it. */
const MOST_STARTS = 2;
const ANSWER = "Yes";

/** Two automations await an answer of one contact: what it writes to the one is taken by the other. */
export const answerTaken: Kind = { code: "answer-taken", candidates, holds };

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  const asking = index.known
    .filter(({ actions }) => actions.some(({ asks }) => asks))
    .map((automation) => ({ automation }));
  for (const pair of index.pairs(asking)) {
    if (pair === null) {
      yield null;
      continue;
    }
    const [{ automation: one }, { automation: other }] = pair;
    for (const encounter of encounters(index, one, other)) yield candidate(one, other, encounter);
  }
  for (const pair of index.pairs(asking)) {
    if (pair === null) yield null;
    else if (index.inOnePipeline(pair[0].automation, pair[1].automation))
      yield candidate(pair[0].automation, pair[1].automation, apart(index));
  }
}

function candidate(
  one: KnownAutomation,
  other: KnownAutomation,
  { meeting, isTurned, third, ways }: Encounter,
): Candidate {
  const pairs = questionsOf(one).flatMap((asked) => questionsOf(other).map((its): [Spot, Spot] => [asked, its]));
  const [[first, second]] = pairs as [[Spot, Spot]];
  const tries = (inquiry: Inquiry) =>
    pairs.flatMap((pair) => ways(...pair).map((acts) => () => tryActs(acts, pair, meeting, inquiry)));
  return {
    told: tell(isTurned ? [second, first] : [first, second], meeting),
    third,
    seek: (inquiry) => firstSought(tries(inquiry), inquiry),
  };
}

const questionsOf = (automation: KnownAutomation): Spot[] =>
  automation.actions.flatMap((action) => (action.asks ? [{ automation, action }] : [])).slice(0, MOST_QUESTIONS);

const tell = ([asked, taking]: readonly [Spot, Spot], meeting: Meeting): Told => ({
  code: "answer-taken",
  params: { meeting },
  places: [placeOf(asked), placeOf(taking)],
});

/** One thing happens and then another one. */
function apart(index: WorkspaceIndex): Encounter {
  const startsOf = ({ automation }: Spot) => index.occurrencesOf(automation).slice(0, MOST_STARTS);
  const inOrder = (before: Spot, after: Spot): Act[][] => {
    // A deal is made once, and before all else.
    const later = startsOf(after).filter(({ type }) => type !== "create");
    return startsOf(before).flatMap((first) =>
      later.map((second) => [...together(first, [before]), ...together(second, [after])]),
    );
  };
  const ways = (one: Spot, other: Spot) => [...inOrder(one, other), ...inOrder(other, one)];
  return { meeting: "two-events", isTurned: false, third: null, ways };
}

function* tryActs(acts: readonly Act[], pair: readonly [Spot, Spot], meeting: Meeting, inquiry: Inquiry): Seeking {
  const way = yield* findWay(acts, inquiry);
  if (typeof way === "string") return way;
  const instants = yield* instantsOfQuestions(acts, way, inquiry);
  const silent = instants && (yield* tryOut(witnessOf(acts, way, instants), inquiry));
  if (silent === null || instants === null) return "not-seen";
  const asked = pair.flatMap((spot) => askedBy(spot, silent.result));
  const [before, after] = asked.toSorted((one, other) => one.at - other.at || one.place - other.place);
  if (!before || !after || asked.length !== 2) return "not-seen";
  const afterMs = after.at - before.at + SOON_MS;
  if (afterMs >= timeoutOf(before.spot) || SOON_MS >= timeoutOf(after.spot)) return "not-seen";
  const reply = { type: "reply", afterSeconds: afterMs / 1000, reply: { text: ANSWER } } as const;
  const outcomes = { [before.spot.automation.id]: { [before.spot.action.id]: reply } };
  const trial = yield* tryOut(witnessOf(acts, way, instants, outcomes), inquiry);
  const told = tell([before.spot, after.spot], meeting);
  return trial !== null && holds(told, trial.result) ? { told, witness: trial.witness } : "not-seen";
}

/** The second thing happens as soon as the first automation has asked. */
function* instantsOfQuestions(acts: readonly Act[], way: Way, inquiry: Inquiry): Generator<void, number[] | null> {
  if (acts.length < 2) return instantsOf(acts, inquiry);
  const [first] = acts as [Act];
  const alone = { ...way, beginnings: way.beginnings.slice(0, 1) };
  const [start] = instantsOf([first], inquiry) ?? [];
  const trial = start === undefined ? null : yield* tryOut(witnessOf([first], alone, [start]), inquiry);
  const [leg] = first.legs;
  const action = leg?.automation.actions.find(({ id }) => id === leg.to);
  const [asked] = trial && leg && action ? askedBy({ automation: leg.automation, action }, trial.result) : [];
  return asked === undefined ? null : instantsOf(acts, inquiry, asked.at + SOON_MS);
}

const timeoutOf = ({ action: { config } }: Spot): number => {
  const seconds = config["replyTimeoutSeconds"];
  return typeof seconds === "number" && seconds > 0 ? seconds * 1000 : DEFAULT_REPLY_TIMEOUT_MS;
};

/** When the first run of an automation asked at an action, Unix ms, and the run's place among all. */
function askedBy(spot: Spot, result: WorkspaceResult) {
  for (const [place, run] of result.runs.entries()) {
    const at = run.automationId === spot.automation.id ? askedAt(run, spot.action.id) : null;
    if (at !== null) return [{ spot, at, place }];
  }
  return [];
}

function askedAt({ steps }: WorkspaceRun, nodeId: string): number | null {
  const step = steps.find((each) => each.nodeId === nodeId && each.why.code === "awaiting-reply");
  return step === undefined ? null : Date.parse(step.at);
}

/** A message that was meant for the first question, and was taken by a run at the second. */
function holds({ places: [asked, taking] }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const isAt = (ref: WorkspaceResult["messages"][number]["takenBy"], place: typeof asked): boolean =>
    ref !== null && ref.nodeId === place?.nodeId && lineage.run(ref.runId)?.automationId === place.automationId;
  return result.messages.some(({ meantFor, takenBy }) => isAt(meantFor, asked) && isAt(takenBy, taking));
}
