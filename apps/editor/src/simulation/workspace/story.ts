import type { Happening, WorkspaceMessage, WorkspaceResult, WorkspaceRun } from "@trilho/engine/workspace";

/**
 * One thing that happens, in the order in which one leads to the next: people or the world do something, a contact
 * answers, or a run comes to a step. `steps` are positions in the steps of the run, all of one node.
 */
export type Moment = { readonly at: string } & (
  | { readonly kind: "happening"; readonly happening: Happening }
  | { readonly kind: "idle" }
  | { readonly kind: "answer"; readonly message: WorkspaceMessage }
  | { readonly kind: "step"; readonly run: WorkspaceRun; readonly nodeId: string; readonly steps: readonly number[] }
);

/** Say only that a run is over. */
const OVER: ReadonlySet<string> = new Set(["no-edge", "reached-end"]);
const ANSWERED: ReadonlySet<string> = new Set(["text-reply", "button-pressed", "other-reply"]);

/** What happened in a simulated workspace as one story; `happenings` are what people and the world were said to do. */
export function storyOf(result: WorkspaceResult, happenings: readonly Happening[]): Moment[] {
  const answers = result.messages.filter(({ meantFor }) => meantFor !== null);
  const taken = (run: WorkspaceRun, moment: Moment): WorkspaceMessage | undefined =>
    answers.find(
      ({ takenBy, at }) => takenBy?.runId === run.id && at === moment.at && isAnswered(run, moment, takenBy.nodeId),
    );
  const told = [
    ...happenings.map((happening): Moment => ({ kind: "happening", at: iso(happening.at), happening })),
    ...result.events
      .filter(({ type, raisedBy, started }) => type === "deal_idle" && raisedBy === null && started.length > 0)
      .map(({ at }): Moment => ({ kind: "idle", at })),
    ...answers
      .filter(({ takenBy }) => takenBy === null)
      .map((message): Moment => ({ kind: "answer", at: message.at, message })),
    // A run is made after the one that starts it: their order is that of cause and effect.
    ...result.runs.flatMap((run) =>
      momentsOf(run).flatMap((moment): Moment[] => {
        const message = taken(run, moment);
        return message === undefined ? [moment] : [{ kind: "answer", at: message.at, message }, moment];
      }),
    ),
  ];
  return told.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const iso = (at: string): string => new Date(at).toISOString();

function isAnswered(run: WorkspaceRun, moment: Moment, nodeId: string): boolean {
  if (moment.kind !== "step" || moment.nodeId !== nodeId) return false;
  return moment.steps.some((place) => ANSWERED.has(run.steps[place]?.why.code ?? ""));
}

/** The steps of a run; what it does at one node at once is one of them. */
function momentsOf(run: WorkspaceRun): Moment[] {
  const moments: { at: string; nodeId: string; steps: number[] }[] = [];
  for (const [place, { at, nodeId, why }] of run.steps.entries()) {
    if (OVER.has(why.code)) continue;
    const last = moments.at(-1);
    if (last?.at === at && last.nodeId === nodeId && !ANSWERED.has(why.code)) last.steps.push(place);
    else moments.push({ at, nodeId, steps: [place] });
  }
  return moments.map((moment) => ({ kind: "step", run, ...moment }));
}
