import type { JsonObject } from "../contract/json.ts";
import type { Facts, Reply, TokenEvent } from "../contract/run.ts";
import { LIVE_STATUSES } from "../contract/run.ts";
import type { Move, Moment, Plan, PlanNode } from "../interpreter/plan.ts";
import { NOT_BEGUN, walk } from "../interpreter/walk.ts";
import type { Token } from "../interpreter/walk.ts";
import { iso } from "../simulate/instants.ts";
import type { StartReason } from "../trigger/starts-on.ts";
import type { DealRecord } from "./deal-record.ts";
import type { WorkspaceRun, WorkspaceStep } from "./types.ts";

/** What a run is started by and about. `at` is Unix ms. */
export interface RunStart {
  readonly id: string;
  /** Among all runs, from 1. */
  readonly place: number;
  readonly automationId: string;
  readonly eventId: string;
  readonly depth: number;
  readonly deal: DealRecord | null;
  readonly contactId: string | null;
  /** Of a run that has no deal. */
  readonly contact: JsonObject | null;
  readonly brought: Facts;
  readonly at: number;
}

const STAYS = { handle: null, edge: null };

/** A run in the workspace, which shares its deal with others. Instants are Unix ms. */
export class SimulatedRun {
  readonly start: RunStart;
  readonly plan: Plan;
  readonly token: Token = { node: null, staying: NOT_BEGUN, wakeAt: null, arrives: false };
  /** When it begins; where it settles first, when that is over. */
  startsAt: number;
  /** Counts its ticks: an alarm that was set for an earlier one is out of date. */
  tick = 0;
  private brought: Facts;
  private endedAt: number | null = null;
  private refusal: StartReason | null = null;
  private readonly steps: WorkspaceStep[] = [];
  private known: { of: Facts | null; facts: Facts } | null = null;

  constructor(start: RunStart, plan: Plan) {
    this.start = start;
    this.plan = plan;
    this.brought = start.brought;
    this.startsAt = start.at;
  }

  get isLive(): boolean {
    return this.endedAt === null;
  }

  get hasBegun(): boolean {
    return this.steps.length > 0;
  }

  get awaitsReply(): boolean {
    return this.isLive && this.token.staying.phase === "awaiting_reply";
  }

  /** What it reads at an instant. */
  factsAt(at: number): Facts {
    const { deal, contact } = this.start;
    const of = deal?.factsAt(at) ?? null;
    if (this.known === null || this.known.of !== of) {
      this.known = { of, facts: { ...(of ?? (contact === null ? {} : { contact })), ...this.brought } };
    }
    return this.known.facts;
  }

  /** The contact answered it: what conditions read as the message from now on. */
  hear({ buttonId, text }: Reply, at: number): void {
    const message = { text: text ?? null, buttonId: buttonId ?? null, direction: "inbound", timestamp: iso(at) };
    this.brought = { ...this.brought, message };
    this.known = null;
  }

  /** Takes it one event further; how many moves it made. */
  take(event: TokenEvent): number {
    const before = this.steps.length;
    walk(this.plan, this.token, event, this.moved);
    if (!LIVE_STATUSES.includes(this.token.staying.status)) this.endedAt = event.at;
    return this.steps.length - before;
  }

  /** It is not to begin. */
  skip(reason: StartReason, at: number): void {
    this.refusal = reason;
    this.startsAt = this.start.at;
    this.end("skipped", at);
  }

  /** It is over without having ended: another run cancelled it, or it may not begin. */
  end(status: "cancelled" | "skipped", at: number): void {
    this.token.staying = { ...this.token.staying, status, phase: "ended", lastError: null };
    this.endedAt = at;
    this.tick += 1;
  }

  private readonly moved = (node: PlanNode | null, move: Move, moment: Moment): void => {
    const { handle, edge } = move.type === "leave" ? move : STAYS;
    this.steps.push({
      seq: this.steps.length + 1,
      at: iso(moment.at),
      nodeId: node?.id ?? "",
      handle,
      edgeId: edge?.id ?? null,
      why: move.why(moment),
    });
  };

  toResult(): WorkspaceRun {
    const { id, automationId, deal, contactId, eventId, depth } = this.start;
    return {
      id,
      automationId,
      dealId: deal?.id ?? null,
      contactId,
      eventId,
      depth,
      status: this.token.staying.status,
      startedAt: iso(this.startsAt),
      endedAt: this.endedAt === null ? null : iso(this.endedAt),
      ...(this.refusal !== null && { refusal: this.refusal }),
      steps: this.steps,
    };
  }
}
