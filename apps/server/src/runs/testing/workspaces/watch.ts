import { LIVE_STATUSES, type RunStatus } from "@trilho/engine/contract";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { Names } from "./names.ts";

type EventRow = Selectable<Database["events"]>;
type Due = Pick<Selectable<Database["runs"]>, "id" | "event_id" | "automation_id" | "status" | "reply"> & {
  next_attempt_at: Date | null;
  settles_until: Date | null;
};

/** When a run that waits is due, Unix ms, and its place among those of one instant. */
interface Alarm {
  at: number;
  order: number;
}

/** What is seen of a workspace's rows after each thing that happens there, in the order in which it came about. */
export class Watch {
  readonly events: EventRow[] = [];
  /** Ids, in the order of their names. */
  readonly runs: string[] = [];
  /** Runs that are to go on at this instant, the first one first. */
  readonly due: string[] = [];
  private readonly alarms = new Map<string, Alarm>();
  private readonly db: Kysely<Database>;
  private readonly workspaceId: string;
  private readonly automationIds: readonly string[];
  private readonly names: Names;
  private order = 0;

  constructor(db: Kysely<Database>, workspaceId: string, automationIds: readonly string[], names: Names) {
    this.db = db;
    this.workspaceId = workspaceId;
    this.automationIds = automationIds;
    this.names = names;
  }

  /** Looks at what is new at an instant. */
  async look(now: number): Promise<void> {
    const { db, workspaceId, names } = this;
    const events = await db
      .selectFrom("events")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    for (const event of events) {
      if (names.has(event.id)) continue;
      names.give(event.id, `e${this.events.push(event)}`);
    }
    const runs: Due[] = await db
      .selectFrom("runs")
      .select(["id", "event_id", "automation_id", "status", "reply", "next_attempt_at", "settles_until"])
      .where("workspace_id", "=", workspaceId)
      .execute();
    const born = runs.filter(({ id }) => !names.has(id));
    for (const run of born.toSorted((one, other) => this.placeOf(one) - this.placeOf(other))) {
      names.give(run.id, `r${this.runs.push(run.id)}`);
      this.arrange(run, now, run.settles_until === null);
    }
    for (const run of runs) if (!born.includes(run)) this.arrange(run, now, run.reply !== null);
  }

  /** The run whose alarm comes first. */
  next(): { runId: string; at: number } | null {
    let first: (Alarm & { runId: string }) | null = null;
    for (const [runId, alarm] of this.alarms) {
      const isSooner = first === null || alarm.at < first.at || (alarm.at === first.at && alarm.order < first.order);
      if (isSooner) first = { ...alarm, runId };
    }
    return first;
  }

  /** A run goes on now. */
  taken(runId: string): void {
    this.alarms.delete(runId);
  }

  /** Runs of one look come from events one after the other, and of an event in the order of automations. */
  private placeOf({ event_id, automation_id }: Due): number {
    const event = Number(this.names.of(event_id ?? "").slice(1));
    return event * this.automationIds.length + this.automationIds.indexOf(automation_id);
  }

  private arrange({ id, status, next_attempt_at }: Due, now: number, mayGoOn: boolean): void {
    const at = next_attempt_at?.getTime() ?? null;
    if (at === null || !LIVE_STATUSES.includes(status as RunStatus)) {
      this.alarms.delete(id);
      if (this.due.includes(id)) this.due.splice(this.due.indexOf(id), 1);
      return;
    }
    const goesOn = mayGoOn && at <= now;
    if (this.due.includes(id) || (!goesOn && this.alarms.get(id)?.at === at)) return;
    this.alarms.delete(id);
    if (goesOn) this.due.push(id);
    else this.alarms.set(id, { at, order: (this.order += 1) });
  }
}
