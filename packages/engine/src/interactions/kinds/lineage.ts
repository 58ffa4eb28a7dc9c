import type { WorkspaceEvent, WorkspaceResult, WorkspaceRun } from "../../workspace/types.ts";

/** Who started whom among the runs of a simulated workspace. */
export class Lineage {
  readonly result: WorkspaceResult;
  private readonly events: ReadonlyMap<string, WorkspaceEvent>;
  private readonly runs: ReadonlyMap<string, WorkspaceRun>;

  constructor(result: WorkspaceResult) {
    this.result = result;
    this.events = new Map(result.events.map((event) => [event.id, event]));
    this.runs = new Map(result.runs.map((run) => [run.id, run]));
  }

  /** The run that started a run; null where people or the world did. */
  parentOf({ eventId }: WorkspaceRun): WorkspaceRun | null {
    return this.runs.get(this.events.get(eventId)?.raisedBy?.runId ?? "") ?? null;
  }

  /** A run and those that led to it, the latest first. */
  ancestry(run: WorkspaceRun): WorkspaceRun[] {
    const led: WorkspaceRun[] = [];
    for (let each: WorkspaceRun | null = run; each !== null; each = this.parentOf(each)) led.push(each);
    return led;
  }

  /** Equal for runs that go back to one thing that happened: in a witness, at one instant at most one does. */
  rootOf(run: WorkspaceRun): string {
    const first = this.ancestry(run).at(-1) ?? run;
    return this.events.get(first.eventId)?.at ?? "";
  }

  run(id: string): WorkspaceRun | null {
    return this.runs.get(id) ?? null;
  }

  runsOf(automationId: string): WorkspaceRun[] {
    return this.result.runs.filter((run) => run.automationId === automationId);
  }
}
