import { isObject } from "../../contract/json.ts";
import type { JsonObject } from "../../contract/json.ts";
import { broughtAboutBy, mayBringAbout } from "../../trigger/causes.ts";
import { merged, occurrencesOf } from "../witness/occurrence.ts";
import type { Occurrence } from "../witness/occurrence.ts";
import type { Stages } from "../witness/stages.ts";
import { statusOf } from "../witness/stages.ts";
import { grouped } from "./grouped.ts";
import type { ActionNode, KnownAutomation } from "./read-automations.ts";
import { areOpposite, writtenThing } from "./writes.ts";
import type { Write } from "./writes.ts";

/** The automations that an automation may start, each with the actions that may. */
export type Starts = ReadonlyMap<KnownAutomation, readonly ActionNode[]>;

/** What an automation has. */
interface Owned {
  readonly automation: KnownAutomation;
}

/** A write of an action. */
export interface Writing extends Owned {
  readonly action: ActionNode;
  readonly write: Write;
}

/** Of one automation, so many starts of others are looked at. */
const MOST_STARTS = 200;
/** So many pairs are compared in all. */
const MOST_PAIRS = 1_000_000;
/** After so many of them others may have their turn. */
const BREATH = 50;
/** Of those that may bring two together, so many are looked at, and so many are taken. */
const MOST_LOOKED_AT = 50;
const MOST_BETWEEN = 2;

/** Which automations of a workspace have to do with each other, as far as can be told from what they read and write. */
export class WorkspaceIndex {
  readonly known: readonly KnownAutomation[];
  readonly byId: ReadonlyMap<string, KnownAutomation>;
  readonly stages: Stages;
  /** The automation that it is all about, by id; null where it is about all. */
  readonly about: string | null;
  /** Whether there was more than could be looked at. */
  isCut = false;
  private pairsLeft = MOST_PAIRS;
  private readonly occurrences: ReadonlyMap<KnownAutomation, readonly Occurrence[]>;
  private readonly byTrigger: ReadonlyMap<string, readonly KnownAutomation[]>;
  private readonly writings: ReadonlyMap<string, readonly Writing[]>;
  private readonly starts = new Map<KnownAutomation, Starts>();
  private readonly starters = new Map<KnownAutomation, KnownAutomation[]>();

  constructor(known: readonly KnownAutomation[], stages: Stages, about: string | null) {
    this.known = known;
    this.byId = new Map(known.map((each) => [each.id, each]));
    this.stages = stages;
    this.about = about;
    this.occurrences = new Map(known.map((each) => [each, occurrencesOf(each)]));
    this.byTrigger = grouped(known, ({ automation }) => automation.triggerType);
    const writings = known.flatMap((automation) =>
      automation.actions.flatMap((action) => action.writes.map((write): Writing => ({ automation, action, write }))),
    );
    this.writings = grouped(writings, ({ write }) => writtenThing(write));
  }

  occurrencesOf(automation: KnownAutomation): readonly Occurrence[] {
    return this.occurrences.get(automation) ?? [];
  }

  /** What starts both of two automations at once. */
  shared(one: KnownAutomation, other: KnownAutomation): Occurrence[] {
    if (!this.scopesMeet(one, other)) return [];
    return this.occurrencesOf(one).flatMap((each) =>
      this.occurrencesOf(other).flatMap((its) => merged(each, its) ?? []),
    );
  }

  /**
   * Pairs of some of what automations have, each once, and of different automations; fewer where there are too many. Null
   * now and then: others may want their turn.
   */
  *pairs<T extends Owned>(items: readonly T[]): Generator<readonly [T, T] | null> {
    for (const [place, one] of items.entries()) {
      const isWanted = this.isAbout(one);
      for (const other of items.slice(place + 1)) {
        if (one.automation === other.automation || !(isWanted || this.isAbout(other))) continue;
        if (!this.mayCompare()) return;
        yield [one, other];
        if (this.pairsLeft % BREATH === 0) yield null;
      }
      yield null;
    }
  }

  /** Each of some with each of others, in the same way. */
  *crossed<T extends Owned, Other extends Owned>(
    items: readonly T[],
    others: readonly Other[],
  ): Generator<readonly [T, Other] | null> {
    for (const one of items) {
      const isWanted = this.isAbout(one);
      for (const other of others) {
        if (one.automation === other.automation || !(isWanted || this.isAbout(other))) continue;
        if (!this.mayCompare()) return;
        yield [one, other];
        if (this.pairsLeft % BREATH === 0) yield null;
      }
      yield null;
    }
  }

  private isAbout({ automation: { id } }: Owned): boolean {
    return this.about === null || this.about === id;
  }

  private mayCompare(): boolean {
    this.pairsLeft -= 1;
    if (this.pairsLeft < 0) this.isCut = true;
    return this.pairsLeft >= 0;
  }

  /** Finds out who may start whom, one automation at a step. */
  *findStarters(): Generator<void> {
    for (const one of this.known) {
      for (const led of this.startsOf(one).keys()) {
        const starters = this.starters.get(led);
        if (starters === undefined) this.starters.set(led, [one]);
        else starters.push(one);
      }
      yield;
    }
  }

  /** Whether an action of one automation may start another one, or itself. */
  leads(one: KnownAutomation, other: KnownAutomation): boolean {
    return this.startsOf(one).has(other);
  }

  /** Some that one automation may start, and that may start the other. */
  between(one: KnownAutomation, other: KnownAutomation): KnownAutomation[] {
    return this.thirds(this.starters.get(other), one, other, (third) => this.leads(one, third));
  }

  /** Some that may start both of two automations. */
  above(one: KnownAutomation, other: KnownAutomation): KnownAutomation[] {
    return this.thirds(this.starters.get(other), one, other, (third) => this.leads(third, one));
  }

  /** Some that may start the other and that one thing starts together with the one. */
  beside(one: KnownAutomation, other: KnownAutomation): KnownAutomation[] {
    return this.thirds(this.starters.get(other), one, other, (third) => this.shared(one, third).length > 0);
  }

  private thirds(
    all: readonly KnownAutomation[] = [],
    one: KnownAutomation,
    other: KnownAutomation,
    fits: (third: KnownAutomation) => boolean,
  ): KnownAutomation[] {
    const others = all.slice(0, MOST_LOOKED_AT).filter((third) => third !== one && third !== other);
    return others.filter(fits).slice(0, MOST_BETWEEN);
  }

  /** The automations that an automation's actions may start, itself included. */
  startsOf(automation: KnownAutomation): Starts {
    const known = this.starts.get(automation);
    if (known !== undefined) return known;
    const starts = this.findStarts(automation);
    this.starts.set(automation, starts);
    return starts;
  }

  private findStarts(starting: KnownAutomation): Starts {
    const starts = new Map<KnownAutomation, ActionNode[]>();
    for (const by of starting.actions) {
      for (const automation of triggersOf(by).flatMap((triggerType) => this.byTrigger.get(triggerType) ?? [])) {
        if (!this.mayStart(starting, by, automation)) continue;
        const found = starts.get(automation);
        if (found !== undefined) found.push(by);
        else if (starts.size < MOST_STARTS) starts.set(automation, [by]);
        else {
          this.isCut = true;
          return starts;
        }
      }
    }
    return starts;
  }

  /** Whether a deal may be where both of two automations listen; one that left a stage may be anywhere by then. */
  scopesMeet({ automation: one }: KnownAutomation, { automation: other }: KnownAutomation): boolean {
    if (one.scope === "global" || other.scope === "global") return true;
    if (one.triggerType === "stage_left" || other.triggerType === "stage_left") return true;
    if (one.scope === "stage" && other.scope === "stage") return one.stageId === other.stageId;
    return isSame(this.pipelineOfScope(one), this.pipelineOfScope(other));
  }

  private pipelineOfScope({ scope, pipelineId, stageId }: KnownAutomation["automation"]): string | null {
    return scope === "pipeline" ? pipelineId : (this.stages.get(stageId)?.pipelineId ?? null);
  }

  /** Whether one deal may start both of two automations without going to another pipeline. */
  inOnePipeline(one: KnownAutomation, other: KnownAutomation): boolean {
    return isSame(this.pipelineOf(one), this.pipelineOf(other));
  }

  private pipelineOf({ automation, settings }: KnownAutomation): string | null {
    const ofScope = automation.scope === "global" ? null : this.pipelineOfScope(automation);
    return ofScope ?? this.stages.get(settings["stageId"])?.pipelineId ?? null;
  }

  private mayStart(by: KnownAutomation, action: ActionNode, listening: KnownAutomation): boolean {
    const { node, config } = action;
    const { automation, settings } = listening;
    const { triggerType } = automation;
    const isMove = node.actionType === "move_stage";
    const target = isMove ? config["targetStageId"] : node.actionType === "create_lead" ? config["stageId"] : undefined;
    const stage = this.stages.get(target);
    if (ENDINGS.includes(triggerType)) {
      return isMove && stage !== null && `deal_${statusOf(stage)}` === triggerType;
    }
    const entersElsewhere =
      isObject(stage) && triggerType !== "stage_left" && !isWithin(automation, stage as unknown as JsonObject);
    if (entersElsewhere || (stage === null && !isMove && !this.scopesMeet(by, listening))) return false;
    return mayBringAbout(node.actionType ?? "", config, triggerType, settings);
  }

  /** Some of the writes that leave different what a write leaves. */
  opposedTo(write: Write): Writing[] {
    const ofThing = this.writings.get(writtenThing(write)) ?? [];
    return ofThing.slice(0, MOST_LOOKED_AT).filter((other) => areOpposite(write, other.write));
  }

  /** Writes that leave one thing different, of two automations. */
  *oppositeWrites(): Generator<readonly [Writing, Writing] | null> {
    for (const ofThing of this.writings.values()) {
      for (const pair of this.pairs(ofThing)) {
        if (pair === null || areOpposite(pair[0].write, pair[1].write)) yield pair;
      }
    }
  }
}

/** Two that are not known may be the same. */
const isSame = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/** Whether an automation listens in a stage. */
const isWithin = ({ scope, pipelineId, stageId }: KnownAutomation["automation"], stage: JsonObject): boolean =>
  scope === "global" || (scope === "stage" ? stage["id"] === stageId : stage["pipelineId"] === pipelineId);

/** A move may win a deal, or lose it, as its stage says. */
const ENDINGS = ["deal_won", "deal_lost"];

const triggersOf = ({ node: { actionType } }: ActionNode): string[] => [
  ...broughtAboutBy(actionType ?? ""),
  ...(actionType === "move_stage" ? ENDINGS : []),
];
