import type { WorkspaceResult, WorkspaceRun } from "../../workspace/types.ts";
import { DEFAULT_REPLY_TIMEOUT_MS } from "../../interpreter/plan.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import { findWay } from "../witness/way.ts";
import type { Act, Way } from "../witness/way.ts";
import { instantsOf, SOON_MS, tryOut, witnessOf } from "../witness/trial.ts";
import type { Inquiry } from "../witness/trial.ts";
import { firstSought, inTurn, placeOf, together } from "./kind.ts";
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
  const isLed = (one: KnownAutomation, other: KnownAutomation) =>
    index.startsOf(one).some(({ automation }) => automation === other);
  for (const pair of index.pairs(asking)) {
    if (pair === null) {
      yield null;
      continue;
    }
    const [{ automation: one }, { automation: other }] = pair;
    if (index.shared(one, other).length > 0) yield candidate(index, one, other, "one-event");
    if (isLed(one, other)) yield candidate(index, one, other, "one-starts-other");
    if (isLed(other, one)) yield candidate(index, other, one, "one-starts-other");
  }
  for (const pair of index.pairs(asking)) {
    if (pair === null) yield null;
    else if (index.inOnePipeline(pair[0].automation, pair[1].automation))
      yield candidate(index, pair[0].automation, pair[1].automation, "two-events");
  }
}

function candidate(index: WorkspaceIndex, one: KnownAutomation, other: KnownAutomation, meeting: Meeting): Candidate {
  const pairs = questionsOf(one).flatMap((asked) => questionsOf(other).map((its): [Spot, Spot] => [asked, its]));
  const [likeliest] = pairs as [[Spot, Spot]];
  const ways = (inquiry: Inquiry) =>
    pairs.flatMap((pair) => waysOf(index, pair, meeting).map((acts) => () => tryActs(acts, pair, meeting, inquiry)));
  return { told: tell(likeliest, meeting), seek: (inquiry) => firstSought(ways(inquiry), inquiry) };
}

const questionsOf = (automation: KnownAutomation): Spot[] =>
  automation.actions.flatMap((action) => (action.asks ? [{ automation, action }] : [])).slice(0, MOST_QUESTIONS);

const tell = ([asked, taking]: readonly [Spot, Spot], meeting: Meeting): Told => ({
  code: "answer-taken",
  params: { meeting },
  places: [placeOf(asked), placeOf(taking)],
});

function waysOf(index: WorkspaceIndex, pair: readonly [Spot, Spot], meeting: Meeting): Act[][] {
  const [one, other] = pair;
  if (meeting === "one-event") {
    return index.shared(one.automation, other.automation).map((occurrence) => together(occurrence, pair));
  }
  const startsOf = ({ automation }: Spot) => index.occurrencesOf(automation).slice(0, MOST_STARTS);
  if (meeting === "one-starts-other") return startsOf(one).map((occurrence) => inTurn(occurrence, pair));
  return [...apart(one, other), ...apart(other, one)];

  function apart(before: Spot, after: Spot): Act[][] {
    // A deal is made once, and before all else.
    const later = startsOf(after).filter(({ type }) => type !== "create");
    return startsOf(before).flatMap((first) =>
      later.map((second) => [...together(first, [before]), ...together(second, [after])]),
    );
  }
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
