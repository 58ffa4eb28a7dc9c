import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import type { Catalogue } from "../contract/scenario.ts";
import { RunFacts } from "../simulate/run-facts.ts";
import { FactsObject, placeOf, settleStage } from "../simulate/world.ts";
import { dealChanges, eventsOfChange, eventsOfNewDeal } from "../trigger/deal-events.ts";
import type { DealEvent, TellingDeal } from "../trigger/deal-events.ts";
import type { WorkspaceContact, WorkspaceDeal } from "./types.ts";

/** What a deal is like before anything is said of it. */
const UNSAID: JsonObject = {
  pipelineId: null,
  stageId: null,
  status: "open",
  responsibleUserId: null,
  value: 0,
  currency: "BRL",
  lostReason: null,
  source: null,
  tagIds: [],
  customFields: {},
};

/** The tag events of a deal are about one tag each. */
const TAG_EVENTS = { added: "tag_added", removed: "tag_removed" } as const;

/** A deal as time, people and actions change it; each change answers the events that it raises. Instants are Unix ms. */
export class DealRecord {
  readonly id: string;
  readonly contactId: string | null;
  /** When somebody did something about it last; runs are nobody. */
  lastSignAt: number;
  private readonly facts: RunFacts<FactsObject>;
  private readonly catalogue: Catalogue;

  constructor(
    { id, contactId = null, facts }: WorkspaceDeal,
    contact: WorkspaceContact | null,
    at: number,
    catalogue: Catalogue,
  ) {
    this.id = id;
    this.contactId = contactId;
    this.lastSignAt = at;
    this.catalogue = catalogue;
    const stage = catalogue.stages?.find(({ id: stageId }) => stageId === facts["stageId"]);
    const deal = { ...UNSAID, ...(stage && placeOf(stage)), ...facts, contactId };
    const known = { deal, contact: contact === null ? null : { id: contact.id, ...contact.facts } };
    this.facts = new RunFacts(new FactsObject(known), at, catalogue);
  }

  get isOpen(): boolean {
    return this.deal["status"] === "open";
  }

  get isLost(): boolean {
    return this.deal["status"] === "lost";
  }

  isOpenIn(pipelineId: string): boolean {
    return this.isOpen && this.deal["pipelineId"] === pipelineId;
  }

  private get deal(): JsonObject {
    return this.facts.store.facts.deal ?? {};
  }

  factsAt(at: number): Facts {
    this.facts.passTo(at);
    return this.facts.store.facts;
  }

  /** Where it is, which every event of it says. */
  place(): JsonObject {
    const { pipelineId = null, stageId = null } = this.deal;
    return { pipelineId, stageId };
  }

  /** What its making raises. */
  made(): DealEvent[] {
    return [...eventsOfNewDeal(this.deal as TellingDeal), ...this.tagEvents("added", {}, this.deal)];
  }

  /** An action succeeded with a config. */
  act(actionType: ActionType, config: JsonObject, at: number): DealEvent[] {
    return this.changing(() => this.facts.act(actionType, config, at));
  }

  /** People change it: values under the names of its facts, and tags. */
  change(set: JsonObject, addTagIds: readonly string[], removeTagIds: readonly string[], at: number): DealEvent[] {
    return this.changing(() => {
      const { stageId, lostReason = null, ...others } = set;
      for (const [field, value] of Object.entries(others)) this.facts.store.set(`deal.${field}`, value);
      if (typeof stageId === "string") this.facts.act("move_stage", { targetStageId: stageId }, at);
      if (stageId !== undefined || set["lostReason"] !== undefined)
        settleStage(this.facts.store, this.catalogue.stages, lostReason);
      this.facts.act("add_tag", { tagIds: [...addTagIds] }, at);
      this.facts.act("remove_tag", { tagIds: [...removeTagIds] }, at);
    });
  }

  /** Its contact wrote. */
  overhear(at: number): void {
    this.facts.overhear(at);
  }

  private changing(work: () => void): DealEvent[] {
    const before = this.deal;
    work();
    const after = this.deal;
    if (before === after) return [];
    const changes = dealChanges(before, after);
    return [
      ...eventsOfChange(before as TellingDeal, after as TellingDeal, changes),
      ...this.tagEvents("added", before, after),
      ...this.tagEvents("removed", after, before),
    ];
  }

  /** The tags that one has and the other lacks, in the order of their ids. */
  private tagEvents(change: keyof typeof TAG_EVENTS, lacking: JsonObject, having: JsonObject): DealEvent[] {
    const known = new Set(tagsOf(lacking));
    return tagsOf(having)
      .filter((tagId) => !known.has(tagId))
      .toSorted()
      .map((tagId) => ({ type: TAG_EVENTS[change], payload: { ...this.place(), tagId } }));
  }
}

const tagsOf = ({ tagIds }: JsonObject): JsonValue[] => (Array.isArray(tagIds) ? tagIds : []);
