import { amountOf } from "../json/option.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Reply, TokenEvent } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import { simulationError } from "../messages/simulation.ts";
import { iso } from "../simulate/instants.ts";
import type { DealEvent } from "../trigger/deal-events.ts";
import { eventFacts } from "../trigger/event-facts.ts";
import type { EntryDecision } from "../trigger/enter.ts";
import { leavesRun } from "../trigger/starts-on.ts";
import type { StartReason } from "../trigger/starts-on.ts";
import { Alarms, isSameLook, RANK } from "./alarms.ts";
import { Conversations } from "./conversations.ts";
import type { Question } from "./conversations.ts";
import type { DealRecord } from "./deal-record.ts";
import { Deals } from "./deals.ts";
import { Entries } from "./entries.ts";
import { Idleness, isSign } from "./idleness.ts";
import { RunWorld } from "./run-world.ts";
import type { ReadyAutomation, WorkspaceSetup } from "./setup.ts";
import { SimulatedRun } from "./simulated-run.ts";
import { subjectsOf } from "./subjects.ts";
import type { Happening, WorkspaceEvent, WorkspaceOptions, WorkspaceResult } from "./types.ts";

/** Moves of runs after which a workspace is given up, by default. */
const STEP_BUDGET = 5_000_000;

/** Who raised an event, and how many runs led to it. */
type Cause = Pick<WorkspaceEvent, "raisedBy" | "depth">;

const BY_WORLD: Cause = { raisedBy: null, depth: 0 };

const atOnce = (at: number): EntryDecision => ({ starts: true, at, settles: false, replaces: false });

/** An event, to which is added what came of it. */
interface Raised {
  readonly event: WorkspaceEvent & {
    readonly started: string[];
    readonly refused: { automationId: string; reason: StartReason }[];
  };
  readonly at: number;
  readonly deal: DealRecord | null;
}

/**
 * A workspace on a virtual clock, which goes from one instant at which something happens to the next. There, one thing
 * happens after the other: first what people do, then runs that are due; after each of them its events start their
 * runs, and these go until they wait. Instants are Unix ms.
 */
export class WorkspaceSimulation {
  private readonly setup: WorkspaceSetup;
  private readonly options: WorkspaceOptions;
  private readonly listening = new Map<string, ReadyAutomation[]>();
  private readonly deals: Deals;
  private readonly alarms = new Alarms();
  private readonly idleness: Idleness;
  private readonly conversations = new Conversations();
  private readonly entries: ReadonlyMap<string, Entries>;
  private readonly events: Raised[] = [];
  private readonly runs: SimulatedRun[] = [];
  /** Runs that are to go on at this instant. */
  private readonly due: { run: SimulatedRun; event: TokenEvent["type"] }[] = [];
  private readonly world: RunWorld;
  private dispatched = 0;
  private moves = 0;
  private now: number;
  private error: SimulationError | null = null;

  constructor(setup: WorkspaceSetup, options: WorkspaceOptions) {
    const { scenario, automations, from, happenings } = setup;
    this.setup = setup;
    this.options = options;
    this.now = from;
    for (const ready of automations) {
      const { triggerType } = ready.automation;
      this.listening.set(triggerType, [...(this.listening.get(triggerType) ?? []), ready]);
    }
    this.entries = new Map(
      automations.flatMap(({ automation: { id }, entry }) =>
        entry === null ? [] : [[id, new Entries(entry)] as const],
      ),
    );
    this.deals = new Deals(scenario);
    this.idleness = new Idleness(this.listening.get("deal_idle") ?? [], this.alarms, (deal, event) =>
      this.raise(deal, deal.contactId, event, BY_WORLD),
    );
    this.world = new RunWorld(setup, this.deals, {
      raised: (run, nodeId, deal, event) => this.raiseBy(run, nodeId, deal, event),
      cancelOthers: (run) => this.deals.cancelOthers(run, this.now),
      conversations: this.conversations,
    });
    for (const deal of scenario.deals) this.idleness.sign(this.deals.add(deal, from), from);
    for (const { at, happening } of happenings) this.alarms.set(at, RANK.world, () => this.happen(happening));
  }

  /** Goes on until nothing is to happen before the end, or so many moves were made; whether it is over. */
  go(moves = Number.POSITIVE_INFINITY): boolean {
    const { until } = this.setup;
    const limit = this.moves + moves;
    const budget = amountOf(this.options, "stepBudget", STEP_BUDGET);
    for (;;) {
      const [due] = this.due;
      const alarm = this.alarms.next();
      if (due === undefined && (alarm === null || alarm.at > until)) return true;
      if (this.moves >= budget) this.error = simulationError("step-budget", "step-budget", { budget });
      if (this.error !== null || this.moves >= limit) return this.error !== null;
      if (due !== undefined) {
        this.due.shift();
        if (due.run.isLive) this.goOn(due.run, due.event);
      } else if (alarm !== null) {
        this.alarms.take();
        this.now = Math.max(this.now, alarm.at);
        alarm.happen();
        if (isSameLook(alarm, this.alarms.next())) continue;
      }
      this.dispatchAll();
    }
  }

  result(): WorkspaceResult {
    const { automations, until } = this.setup;
    return {
      events: this.events.map(({ event }) => event),
      runs: this.runs.map((run) => run.toResult()),
      messages: this.conversations.messages,
      deals: this.deals.factsAt(Math.max(this.now, until)),
      unknown: automations.filter(({ plan }) => plan === null).map(({ automation }) => automation.id),
      error: this.error,
    };
  }

  /** Starts the runs of all that happened. */
  private dispatchAll(): void {
    for (const raised of this.events.slice(this.dispatched)) this.dispatch(raised);
    this.dispatched = this.events.length;
  }

  private happen(happening: Happening): void {
    const { now, deals } = this;
    switch (happening.type) {
      case "deal_created": {
        const { contactId = null, facts } = happening.deal;
        if (deals.isSecond(contactId, facts["stageId"], null)) return;
        const deal = deals.make(happening.deal, now);
        for (const event of deal.made()) this.raise(deal, deal.contactId, event, BY_WORLD);
        return this.idleness.sign(deal, now);
      }
      case "deal_changed": {
        const deal = deals.get(happening.dealId);
        if (deal === null || deals.isSecond(deal.contactId, happening.set?.["stageId"], deal)) return;
        const { set = {}, addTagIds = [], removeTagIds = [] } = happening;
        const raised = deal.change(set, addTagIds, removeTagIds, now);
        for (const event of raised) this.raise(deal, deal.contactId, event, BY_WORLD);
        if (raised.length > 0) this.idleness.sign(deal, now);
        return;
      }
      case "message":
        return this.hear(happening.contactId, happening.reply, null, happening.channelId ?? null);
      case "event": {
        const { event: type, contactId = null } = happening;
        for (const deal of subjectsOf(happening, this.listening.get(type) ?? [], deals)) {
          const payload = { ...deal?.place(), ...happening.payload };
          this.raise(deal, contactId ?? deal?.contactId ?? null, { type, payload }, BY_WORLD);
          if (deal !== null && isSign(type)) this.idleness.sign(deal, now);
        }
      }
    }
  }

  /** A contact writes: to the run whose question it answers, and for automations to start from. */
  private hear(contactId: string, reply: Reply, asked: Question | null, channelId: string | null): void {
    const { now } = this;
    const deal = this.deals.newestOf(contactId);
    for (const each of this.deals.ofContact(contactId)) each.overhear(now);
    const payload = { ...deal?.place(), channelId, text: reply.text ?? null, buttonId: reply.buttonId ?? null };
    const taken = this.conversations.hear(contactId, reply, asked, now);
    this.raise(deal, contactId, { type: "message_received", payload }, BY_WORLD);
    if (deal !== null) this.idleness.sign(deal, now);
    if (taken !== null) this.due.push({ run: taken, event: "replied" });
  }

  private raise(
    deal: DealRecord | null,
    contactId: string | null,
    { type, payload }: { type: string; payload: JsonObject },
    { raisedBy, depth }: Cause,
  ): void {
    const { now } = this;
    const event = {
      id: `e${this.events.length + 1}`,
      at: iso(now),
      type,
      dealId: deal?.id ?? null,
      contactId,
      payload,
    };
    this.events.push({ event: { ...event, raisedBy, depth, started: [], refused: [] }, at: now, deal });
  }

  private raiseBy(run: SimulatedRun, nodeId: string, deal: DealRecord, event: DealEvent): void {
    const cause = { raisedBy: { runId: run.start.id, nodeId }, depth: run.start.depth + 1 };
    this.raise(deal, deal.contactId, event, cause);
    if (event.type === "deal_created" || event.type === "stage_entered") this.idleness.sign(deal, this.now);
  }

  /** Starts the runs of an event. */
  private dispatch({ event, at, deal }: Raised): void {
    const listening = this.listening.get(event.type) ?? [];
    if (listening.length === 0) return;
    const { payload, type, dealId, contactId, depth } = event;
    const brought = eventFacts({ type, payload, at: event.at });
    const contact = deal === null ? this.deals.contactFacts(contactId) : null;
    const facts = { ...(deal?.factsAt(at) ?? (contact && { contact })), ...brought };
    const asked = { type, payload, at, dealId, depth, timeZone: this.setup.scenario.timeZone ?? "UTC" };
    // Events about nobody are about the automation as a whole.
    const subject = JSON.stringify([dealId, dealId === null ? contactId : null]);
    for (const { automation, plan, refusal } of listening) {
      if (plan === null) continue;
      const entries = this.entries.get(automation.id);
      const refused = refusal(asked, facts);
      const decision =
        refused === null
          ? (entries?.decide(subject, at) ?? atOnce(at))
          : ({ starts: false, reason: refused } satisfies EntryDecision);
      if (!decision.starts && this.options.explain === true) {
        event.refused.push({ automationId: automation.id, reason: decision.reason });
      }
      if (!decision.starts && !leavesRun(decision.reason)) continue;
      const place = this.runs.length + 1;
      const id = `r${place}`;
      const about = { deal, contactId, contact, brought, at, depth };
      const run = new SimulatedRun({ id, place, automationId: automation.id, eventId: event.id, ...about }, plan);
      this.runs.push(run);
      event.started.push(id);
      if (decision.starts) this.enter(run, subject, decision, entries);
      else run.skip(decision.reason, at);
    }
  }

  /** Lets a run begin, now or when it may. */
  private enter(
    run: SimulatedRun,
    subject: string,
    decision: EntryDecision & { starts: true },
    entries: Entries | undefined,
  ): void {
    const replaced = entries?.enter(subject, run, decision, run.start.at) ?? null;
    if (replaced !== null) this.deals.left(replaced);
    this.deals.joined(run);
    run.startsAt = decision.at;
    if (entries === undefined || !decision.settles) return this.beginAt(run, decision.at);
    this.alarms.set(decision.at, RANK.run, () => {
      if (run.isLive) this.beginAt(run, entries.settled(subject, run, this.now));
    });
  }

  private beginAt(run: SimulatedRun, at: number): void {
    run.startsAt = at;
    const begin = (): void => {
      if (run.isLive) this.due.push({ run, event: "started" });
    };
    if (at <= this.now) begin();
    else this.alarms.set(at, RANK.run, begin);
  }

  /** Takes a run from an event until it waits or is over. */
  private goOn(run: SimulatedRun, type: TokenEvent["type"]): void {
    const at = this.now;
    let event: TokenEvent | null =
      type === "replied"
        ? this.conversations.take(run, at)
        : { type: type === "started" ? "started" : "woke", at, facts: run.factsAt(at) };
    while (event !== null) {
      this.moves += run.take(event);
      event = run.isLive ? this.world.answer(run, at) : null;
    }
    run.tick += 1;
    if (!run.isLive) return this.deals.left(run);
    if (run.awaitsReply) this.ask(run);
    const { tick } = run;
    const { wakeAt } = run.token;
    if (wakeAt === null) return;
    this.alarms.set(Math.max(wakeAt, at), RANK.run, () => {
      if (run.isLive && run.tick === tick) this.due.push({ run, event: "woke" });
    });
  }

  /** A run asks its contact, who may answer later. */
  private ask(run: SimulatedRun): void {
    const { contactId } = run.start;
    if (contactId === null) return;
    const question = { run, nodeId: run.token.node?.id ?? "", at: this.now };
    this.conversations.ask(contactId, question);
    for (const { afterSeconds, reply } of this.world.answersTo(run)) {
      const at = this.now + Math.round(afterSeconds * 1000);
      this.alarms.set(at, RANK.world, () => this.hear(contactId, reply, question, null));
    }
  }
}
