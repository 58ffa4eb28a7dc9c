import type { Happening, WorkspaceScenario } from "@trilho/engine/workspace";
import { attemptOf } from "../../../../../../packages/engine/src/simulate/outcome.ts";
import { randomStream } from "../../../../../../packages/engine/src/simulate/random.ts";
import { outcomeOf } from "../../../../../../packages/engine/src/workspace/setup.ts";
import { createStore } from "../../../app/store.ts";
import { fail, openTestStore } from "../../../testing/open-test-store.ts";
import { createDispatcher, type Dispatcher } from "../../dispatcher.ts";
import { createExecutor, type Executor } from "../../executor.ts";
import type { RunClaim } from "../../model/run.ts";
import type { Store } from "../../model/stores.ts";
import { createPlans } from "../../plans.ts";
import { scriptedFailure } from "../scripted.ts";
import { openVirtualClock, type VirtualClock } from "../virtual-clock.ts";
import { createDeeds, type Deeds, type Said } from "./deeds.ts";
import { Names } from "./names.ts";
import { actionsOf } from "./outside.ts";
import { insertScenario } from "./rows.ts";
import type { Told } from "./story.ts";
import { tell } from "./told.ts";
import { TriggerTimes } from "./trigger-times.ts";
import { Watch } from "./watch.ts";

/** Workspaces on a real database whose time goes from one thing that happens to the next. */
export interface LiveWorkspaces {
  /** Lets one live from a scenario's beginning to its end; others are at rest meanwhile. */
  play(scenario: WorkspaceScenario): Promise<Told>;
  close(): Promise<void>;
}

export async function openLiveWorkspaces(): Promise<LiveWorkspaces> {
  const opened = await openTestStore();
  const clock = await openVirtualClock(opened);
  const store = createStore(clock.db, opened.serverSecret, fail);
  return {
    async play(scenario) {
      await clock.set(Date.parse(scenario.from));
      const names = new Names();
      const workspaceId = await insertScenario(clock.db, opened.serverSecret, scenario, names);
      const told = await new LiveWorkspace(clock, store, scenario, workspaceId, names).play();
      await clock.db.updateTable("automations").set({ enabled: false }).execute();
      return told;
    },
    async close() {
      await clock.close();
      await opened.close();
    },
  };
}

/** Something that people do, in the order in which it was decided. */
interface Item {
  at: number;
  happen(): Promise<unknown>;
}

/** One thing happens after the other, in the simulator's order, which is one that servers may take too. Instants are Unix ms. */
class LiveWorkspace {
  private readonly clock: VirtualClock;
  private readonly store: Store;
  private readonly scenario: WorkspaceScenario;
  private readonly workspaceId: string;
  private readonly names: Names;
  private readonly watch: Watch;
  private readonly times: TriggerTimes;
  private readonly deeds: Deeds;
  private readonly executor: Executor;
  private readonly dispatcher: Dispatcher;
  private readonly claims = new Map<string, RunClaim>();
  private readonly streams = new Map<string, ReturnType<typeof randomStream>>();
  private readonly agenda: Item[] = [];
  private now: number;

  constructor(clock: VirtualClock, store: Store, scenario: WorkspaceScenario, workspaceId: string, names: Names) {
    this.clock = clock;
    this.store = store;
    this.scenario = scenario;
    this.workspaceId = workspaceId;
    this.names = names;
    this.now = Date.parse(scenario.from);
    const automationIds = scenario.automations.map(({ id }) => id);
    this.watch = new Watch(clock.db, workspaceId, automationIds, names);
    this.times = new TriggerTimes(clock.db, workspaceId);
    const { timeZone = "UTC" } = scenario;
    this.deeds = createDeeds({ store, workspaceId, timeZone, names, now: () => this.now });
    this.dispatcher = createDispatcher(store);
    this.executor = createExecutor({
      store,
      actions: actionsOf(store, ({ run, nodeId, attempt }) =>
        scriptedFailure(attemptOf(this.outcome(run.dealId, run.automationId, nodeId), attempt)),
      ),
      planOf: createPlans(),
      render: (_, config) => config,
      random: ({ id }, nodeId) => this.random(id, nodeId),
    });
    for (const [place, happening] of scenario.events.entries()) {
      this.plan(Date.parse(happening.at), () => this.happen(happening, place));
    }
  }

  async play(): Promise<Told> {
    await this.times.keep(this.now);
    const until = Date.parse(this.scenario.until);
    for (let next = await this.next(); next !== null && next.at <= until; next = await this.next()) {
      await this.passTo(next.at);
      await next.happen();
      await this.settle();
    }
    await this.passTo(until);
    return tell(this.clock.db, this.store, this.workspaceId, this.scenario, this.names, this.watch, until);
  }

  private plan(at: number, happen: Item["happen"]): void {
    const later = this.agenda.findIndex((item) => item.at > at);
    this.agenda.splice(later < 0 ? this.agenda.length : later, 0, { at, happen });
  }

  /** What people do comes before what time brings about, and that before runs that are due. */
  private async next(): Promise<Item | null> {
    const [deed] = this.agenda;
    const alarm = this.watch.next();
    const idleAt = await this.times.nextIdleAt();
    const at = Math.min(deed?.at ?? Infinity, idleAt ?? Infinity, alarm?.at ?? Infinity);
    if (deed?.at === at) {
      this.agenda.shift();
      return deed;
    }
    if (idleAt === at) return { at, happen: () => this.times.lookForIdle(at) };
    return alarm && { at, happen: () => this.tick(alarm.runId) };
  }

  private async passTo(at: number): Promise<void> {
    if (at <= this.now) return;
    this.now = at;
    await this.clock.set(at);
  }

  /** Lets everything that follows at this instant happen. */
  private async settle(): Promise<void> {
    for (;;) {
      await this.watch.look(this.now);
      let dispatched = 0;
      for (let some = -1; some !== 0; dispatched += some) some = await this.dispatcher.dispatch();
      if (dispatched > 0) await this.watch.look(this.now);
      const runId = this.watch.due.shift();
      if (runId === undefined) return;
      await this.tick(runId);
    }
  }

  private async tick(runId: string): Promise<void> {
    this.watch.taken(runId);
    const claims = await this.store.dueRuns.takeShares(new Map([[this.workspaceId, MOST_DUE]]), []);
    for (const claim of claims) this.claims.set(claim.runId, claim);
    const claim = this.claims.get(runId);
    if (claim === undefined) throw new Error(`${this.names.of(runId)} is not due`);
    this.claims.delete(runId);
    await this.executor.tick(claim);
    await this.awaitAnswers(runId);
  }

  /** The contact of a run that asks writes when the scenario says. */
  private async awaitAnswers(runId: string): Promise<void> {
    const row = await this.clock.db
      .selectFrom("runs")
      .select(["automation_id", "deal_id", "awaits_contact_id", "awaits_message_id", "state", "status"])
      .where("workspace_id", "=", this.workspaceId)
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();
    const { state, awaits_contact_id: contactId, awaits_message_id: messageId } = row;
    if (row.status !== "waiting" || state.phase !== "awaiting_reply" || contactId === null) return;
    const nodeId = state.nodeId ?? "";
    const outcome = attemptOf(this.outcome(row.deal_id, row.automation_id, nodeId), state.attempts);
    if (outcome?.type !== "reply") return;
    for (const { afterSeconds, reply } of [outcome, ...(outcome.further ?? [])]) {
      const { buttonId } = reply;
      const text = reply.text ?? this.labelOf(row.automation_id, nodeId, buttonId);
      const pressed = buttonId === undefined ? null : { buttonId, messageId };
      this.plan(this.now + Math.round(afterSeconds * 1000), () => this.deeds.write(contactId, { text, pressed }));
    }
  }

  private labelOf(automationId: string, nodeId: string, buttonId: string | undefined): string {
    const automation = this.scenario.automations.find(({ id }) => id === automationId);
    const node = automation?.graphDefinition.nodes.find(({ id }) => id === nodeId);
    const buttons = (node?.config?.["buttons"] ?? []) as { id: string; label: string }[];
    return buttons.find(({ id }) => id === buttonId)?.label ?? "";
  }

  private happen(happening: Happening, place: number): Promise<unknown> {
    const { deeds } = this;
    switch (happening.type) {
      case "deal_created":
        return deeds.create(happening);
      case "deal_changed":
        return deeds.change(happening);
      case "message": {
        const { text = "", buttonId } = happening.reply;
        const said: Said = { text, pressed: buttonId === undefined ? null : { buttonId, messageId: null } };
        return deeds.write(happening.contactId, said);
      }
      case "event":
        return this.happenElse(happening, place);
    }
  }

  private happenElse(happening: Extract<Happening, { type: "event" }>, place: number): Promise<unknown> {
    const { event, contactId, payload } = happening;
    if (event === "task_completed") return this.deeds.completeTask(happening, place);
    if (event === "schedule") return this.times.lookForSchedules(this.now);
    if (event === "instagram_comment") return this.deeds.comment(contactId ?? "", String(payload?.["text"]));
    if (event === "incoming_webhook")
      return this.deeds.call(String(payload?.["automationId"]), payload?.["body"] ?? null);
    throw new Error(`Nobody knows how ${event} happens`);
  }

  private outcome(dealId: string | null, automationId: string, nodeId: string) {
    return outcomeOf(this.scenario, this.names.of(dealId), automationId, nodeId);
  }

  private random(runId: string, nodeId: string): number {
    const key = JSON.stringify([runId, nodeId]);
    const stream = this.streams.get(key) ?? randomStream(this.names.of(runId), this.scenario.seed ?? "", nodeId);
    this.streams.set(key, stream);
    return stream.next();
  }
}

/** More runs than are ever due at once. */
const MOST_DUE = 1000;
