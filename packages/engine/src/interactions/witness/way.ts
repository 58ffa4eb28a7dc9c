import { isFilled } from "../../contract/filled.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { RuleGroup } from "../../contract/query.ts";
import type { Facts, RoundRobinState } from "../../contract/run.ts";
import type { Outcome, Scenario } from "../../contract/scenario.ts";
import { scenarioThrough } from "../../analyse/cover/scenario-through.ts";
import type { WorkspaceDeal } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { beginningsOf, CONTACT, DEAL } from "./beginning.ts";
import type { Beginning } from "./beginning.ts";
import { composite, ofStretch } from "./composite.ts";
import type { Stretch } from "./composite.ts";
import type { Occurrence } from "./occurrence.ts";
import { all, rule } from "./stages.ts";
import type { Stages } from "./stages.ts";
import type { AnalysedWorkspace } from "./types.ts";

/** An automation up to one of its actions. */
export interface Leg {
  readonly automation: KnownAutomation;
  readonly to: string;
  /** What the deal has to be like when it is done: an action that changes nothing starts nobody. */
  readonly given?: RuleGroup;
}

/** Something that happens, what it starts, and how far that goes. A leg of another automation is started by those before it. */
export interface Act {
  readonly occurrence: Occurrence;
  readonly starting: readonly KnownAutomation[];
  readonly legs: readonly Leg[];
}

/** How acts can come about one after the other: what the deal is like, what happens, and how the world answers. */
export interface Way {
  readonly facts: Facts;
  readonly beginnings: readonly Beginning[];
  /** Null where the deal is made by what happens. */
  readonly deal: WorkspaceDeal | null;
  readonly contact: JsonObject;
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
  readonly roundRobin: Readonly<Record<string, Readonly<Record<string, RoundRobinState>>>>;
}

/** Where ways are looked for, and how many more may be. */
interface Looking {
  readonly stages: Stages;
  readonly workspace: Pick<AnalysedWorkspace, "fieldSlugs">;
  left: number;
}

/** Work for one way, in tests of single values, as searches count it. */
const WAY_BUDGET = 60_000;

/** Looks for a way; `impossible` where none can be, `unknown` where neither was found. */
export function* findWay(acts: readonly Act[], inquiry: Looking): Generator<void, Way | "impossible" | "unknown"> {
  const { stages, workspace } = inquiry;
  const { fieldSlugs = {} } = workspace;
  let answer: "impossible" | "unknown" = "impossible";
  for (const beginnings of allWays(
    acts.map(({ occurrence, starting }) => beginningsOf(occurrence, starting, stages)),
  )) {
    inquiry.left -= 1;
    const { stretches, legs } = stretchesOf(acts, beginnings, stages);
    const { definition, lastEdge } = composite(stretches, stages);
    const found = scenarioThrough(definition, lastEdge, { fieldSlugs, budget: WAY_BUDGET });
    const way = typeof found === "string" ? found : wayOf(found, legs, beginnings, stages);
    if (typeof way !== "string") return way;
    if (way === "unknown") answer = way;
    yield;
  }
  return answer;
}

const MOST_BEGINNINGS = 6;

/** One of each list, in every way. */
const allWays = (lists: readonly (readonly Beginning[])[]): Beginning[][] =>
  lists
    .reduce<Beginning[][]>((ways, list) => ways.flatMap((way) => list.map((each) => [...way, each])), [[]])
    .slice(0, MOST_BEGINNINGS);

/** A leg and its place among the stretches. */
type PlacedLeg = Leg & { readonly index: number };

function stretchesOf(acts: readonly Act[], beginnings: readonly Beginning[], stages: Stages) {
  const stretches: Stretch[] = [];
  const legs: PlacedLeg[] = [];
  for (const [index, { starting, legs: after }] of acts.entries()) {
    const { before: rulesBefore, change, after: rules } = beginnings[index] as Beginning;
    const before = index === 0 ? [...rulesBefore, ...placeRules(acts, beginnings, stages)] : rulesBefore;
    if (before.length > 0) stretches.push({ type: "gate", query: all(...before) });
    if (change !== null) stretches.push({ type: "change", node: change });
    stretches.push({
      type: "gate",
      query: all(...rules, ...starting.flatMap((each) => startRules(each, stages))),
    });
    const gone = new Set<KnownAutomation>();
    for (const leg of after) {
      if (!starting.includes(leg.automation) || gone.has(leg.automation))
        stretches.push({ type: "gate", query: all(...startRules(leg.automation, stages)) });
      gone.add(leg.automation);
      legs.push({ ...leg, index: stretches.length });
      stretches.push({ type: "leg", ...leg });
    }
  }
  return { stretches, legs };
}

/** So many of the stages that nobody tells apart are worth trying: a move leaves one for the other. */
const OF_THE_OTHERS = 2;

/** The deal is in a stage that exists: one that some automation tells apart, or another one. */
function placeRules(acts: readonly Act[], beginnings: readonly Beginning[], stages: Stages) {
  const taking = acts.flatMap(({ starting, legs }) => [...starting, ...legs.map(({ automation }) => automation)]);
  const apart = new Set(taking.flatMap(({ automation }) => [...stages.toldApart(automation)]));
  for (const { asks } of acts.map(({ occurrence }) => occurrence)) {
    for (const id of [asks["from"], asks["to"], asks["stageId"]]) if (isFilled(id)) apart.add(id);
  }
  const allowed = beginnings[0]?.stages ?? [];
  const others = allowed.filter((id) => !apart.has(id)).slice(0, OF_THE_OTHERS);
  const tried = [...others, ...allowed.filter((id) => apart.has(id))];
  return allowed.length === 0 ? [] : [rule("deal.stageId", "in", tried)];
}

/** What an automation asks of the deal as it starts, apart from the event. */
function startRules({ automation, settings }: KnownAutomation, stages: Stages) {
  const groups = [automation.conditions, settings["filter"]].filter((group) => group !== null && group !== undefined);
  // Of a stage that was left, the deal is in another one by then.
  const places = automation.triggerType === "stage_left" ? [] : stages.scopeRules(automation);
  return [...places, ...(groups as unknown as ReturnType<typeof all>[])];
}

/** The facts that a simulated workspace has. */
const SIMULATED = ["deal", "contact", "message", "event"];

/** What a scenario of the whole says of each automation, and of the deal, if there can be such a deal. */
function wayOf(
  { facts, outcomes, roundRobin }: Scenario,
  legs: readonly PlacedLeg[],
  beginnings: readonly Beginning[],
  stages: Stages,
): Way | "unknown" {
  if (Object.keys(facts).some((group) => !SIMULATED.includes(group))) return "unknown";
  const [first] = beginnings;
  // Where the change is part of the way, what was found is what was before it.
  const before = (first?.change === null ? first.undo(facts) : null) ?? facts;
  const placed = inItsStage(before.deal ?? {}, stages);
  if (placed === null) return "unknown";
  const isMade = first?.happening(facts, "")?.type === "deal_created";
  const { id: _, ...contact } = facts.contact ?? {};
  const byAutomation = <T>(said: Readonly<Record<string, T>> | undefined): Record<string, Record<string, T>> => {
    const told: Record<string, Record<string, T>> = {};
    for (const { automation, index } of legs) {
      const own = ofStretch(index, said);
      if (Object.keys(own).length > 0) told[automation.id] = { ...own, ...told[automation.id] };
    }
    return told;
  };
  return {
    facts: isMade ? { ...facts, deal: placed } : facts,
    beginnings,
    deal: isMade ? null : { id: DEAL, contactId: CONTACT, facts: placed },
    contact,
    outcomes: byAutomation(outcomes),
    roundRobin: byAutomation(roundRobin),
  };
}

/** A deal whose pipeline and status are those of its stage; null where it says otherwise. */
function inItsStage(deal: JsonObject, stages: Stages): JsonObject | null {
  if (!stages.isTold) return deal;
  const stageId = deal["stageId"] ?? stages.open()[0] ?? null;
  if (stages.get(stageId) === null) return null;
  const place = stages.placeOf(stageId);
  return Object.entries(place).every(([key, value]) => (deal[key] ?? value) === value) ? { ...deal, ...place } : null;
}
