import { isFilled } from "../contract/filled.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import type { Catalogue } from "../contract/scenario.ts";
import { iso } from "../simulate/instants.ts";
import { DealRecord } from "./deal-record.ts";
import type { SimulatedRun } from "./simulated-run.ts";
import type { WorkspaceContact, WorkspaceDeal, WorkspaceScenario, WorkspaceStage } from "./types.ts";

/** Whether deals there are won or lost. */
export const isFinal = ({ isWon, isLost }: WorkspaceStage): boolean => isWon === true || isLost === true;

/** The deals of a workspace, with their contacts and the runs that are not over. */
export class Deals {
  readonly stages: ReadonlyMap<string, WorkspaceStage>;
  private readonly catalogue: Catalogue;
  private readonly contacts: ReadonlyMap<string, WorkspaceContact>;
  private readonly byId = new Map<string, DealRecord>();
  private readonly byContact = new Map<string, DealRecord[]>();
  private readonly live = new Map<string, Set<SimulatedRun>>();

  constructor({ contacts, ...catalogue }: Pick<WorkspaceScenario, "contacts" | keyof Catalogue>) {
    const { stages = [] } = catalogue;
    this.stages = new Map(stages.map((stage) => [stage.id, stage]));
    this.contacts = new Map(contacts.map((contact) => [contact.id, contact]));
    this.catalogue = catalogue;
  }

  /** Takes a deal in; of two with one id the later one counts. */
  add(given: WorkspaceDeal, at: number): DealRecord {
    const contact = this.contacts.get(given.contactId ?? "") ?? null;
    const deal = new DealRecord(given, contact, at, this.catalogue);
    this.byId.set(deal.id, deal);
    if (deal.contactId !== null) this.byContact.set(deal.contactId, [...this.ofContact(deal.contactId), deal]);
    return deal;
  }

  /** The same of one that is new. */
  make(given: WorkspaceDeal, at: number): DealRecord {
    return this.add({ ...given, facts: { stageChangedAt: iso(at), ...given.facts } }, at);
  }

  /**
   * Whether a contact has an open deal in a stage's pipeline already, so that no other may be open there; one that is there
   * itself, or to stand beside one that is, takes nobody's place.
   */
  isSecond(contactId: string | null, stageId: unknown, itself: DealRecord | null): boolean {
    const stage = this.stages.get(String(stageId));
    if (contactId === null || stage === undefined || isFinal(stage) || itself?.isOpenIn(stage.pipelineId)) return false;
    return this.ofContact(contactId).some((deal) => deal.isOpenIn(stage.pipelineId));
  }

  get(id: string | null): DealRecord | null {
    return this.byId.get(id ?? "") ?? null;
  }

  /** The oldest first. */
  all(): readonly DealRecord[] {
    return [...this.byId.values()];
  }

  /** Of a contact, the oldest first. */
  ofContact(contactId: string): readonly DealRecord[] {
    return this.byContact.get(contactId) ?? [];
  }

  /** The deal that what a contact writes is about. */
  newestOf(contactId: string): DealRecord | null {
    return this.ofContact(contactId).findLast(({ isOpen }) => isOpen) ?? null;
  }

  /** A contact as facts, for runs without a deal. */
  contactFacts(contactId: string | null): JsonObject | null {
    if (contactId === null) return null;
    return { id: contactId, ...this.contacts.get(contactId)?.facts };
  }

  /** Where a deal begins: at a stage, else at the first open one of a pipeline, else of all. */
  firstStage(stageId: unknown, pipelineId: unknown): string | null {
    if (isFilled(stageId)) return stageId;
    const open = [...this.stages.values()].filter((stage) => !isFinal(stage));
    return open.find((stage) => !isFilled(pipelineId) || stage.pipelineId === pipelineId)?.id ?? null;
  }

  joined(run: SimulatedRun): void {
    const { deal } = run.start;
    if (deal === null) return;
    const runs = this.live.get(deal.id) ?? new Set();
    this.live.set(deal.id, runs.add(run));
  }

  left(run: SimulatedRun): void {
    this.live.get(run.start.deal?.id ?? "")?.delete(run);
  }

  /** Ends the other runs of a run's deal, at an instant (Unix ms). */
  cancelOthers(run: SimulatedRun, at: number): void {
    const runs = this.live.get(run.start.deal?.id ?? "") ?? [];
    for (const other of runs) {
      if (other === run) continue;
      other.end("cancelled", at);
      this.left(other);
    }
  }

  factsAt(at: number): Record<string, Facts> {
    return Object.fromEntries([...this.byId].map(([id, deal]) => [id, deal.factsAt(at)]));
  }
}
