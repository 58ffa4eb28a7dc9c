import type { TraceEntry } from "@trilho/engine";
import type { Told } from "@trilho/engine/interactions";
import type { QuestionRef, WorkspaceMessage, WorkspaceResult, WorkspaceRun } from "@trilho/engine/workspace";
import { nodeName } from "../../describe/node-label.ts";
import { readableText } from "../../describe/readable.ts";
import { triggerText } from "../../describe/trigger.ts";
import { findNode } from "../../document/document.ts";
import { formatDuration } from "../../i18n/duration.ts";
import type { Text } from "../../i18n/use-text.ts";
import { highlightAt } from "../highlight.ts";
import type { Highlight } from "../../document/view-store.ts";
import type { Message } from "../messages.ts";
import { stepViews, type StepView } from "../view.ts";
import { happeningText, type StoryWords } from "./happening-text.ts";
import type { Party } from "./parties.ts";
import type { Moment } from "./story.ts";

/** A moment of a story as it is shown. */
export interface StoryRow {
  at: string;
  /** Since the story began, in words; empty at its beginning. */
  elapsed: string;
  /** Whose automation it is; null where people or the world do something. */
  party: Party | null;
  /** Its step; null where people or the world do something. */
  nodeId: string | null;
  node: string;
  why: string;
  message: Message | null;
  /** It is what the finding tells of. */
  isPoint: boolean;
  /** The way of the run so far. */
  highlight: Highlight | null;
}

/** What happens and whose automation does it, in one line. */
export const nameOfRow = ({ party, node }: StoryRow): string => (party === null ? node : `${party.name}: ${node}`);

interface Words extends StoryWords {
  inSimulator: Text<"simulate">;
  locale: string;
  /** See `StepTextContext`. */
  inItsZone?: boolean;
}

/** A story in words; where it is told of a finding, with what that says marked. */
export function storyRows(
  moments: readonly Moment[],
  result: Pick<WorkspaceResult, "runs" | "events">,
  parties: readonly Party[],
  told: Told | null,
  words: Words,
): StoryRow[] {
  const { t, names } = words;
  const start = Date.parse(moments[0]?.at ?? "");
  const { partyOf, startedBy, answered } = tellerOf(result, parties, words);
  const views = new Map(result.runs.map((run) => [run.id, viewsOf(run, partyOf(run.automationId), words)]));
  return moments.map((moment): StoryRow => {
    const seconds = Math.round((Date.parse(moment.at) - start) / 1000);
    const row = {
      at: moment.at,
      elapsed: seconds > 0 ? formatDuration(seconds, 2) : "",
      party: null,
      nodeId: null,
      why: "",
      message: null,
      isPoint: false,
      highlight: null,
    };
    if (moment.kind === "happening") return { ...row, node: happeningText(moment.happening, words) };
    if (moment.kind === "idle") return { ...row, node: triggerText("deal_idle") };
    if (moment.kind === "answer") return { ...row, ...answered(moment.message) };
    const { run, nodeId, steps } = moment;
    const party = partyOf(run.automationId);
    const shown = steps.flatMap((place) => views.get(run.id)?.views[place] ?? []);
    const last = shown.at(-1);
    const isStart = last?.entry.why.code === "triggered";
    const message = shown.find((view) => view.message !== null)?.message ?? null;
    return {
      ...row,
      party,
      nodeId,
      node: isStart ? t("story.starts") : (last?.node ?? nodeId),
      why: isStart ? startedBy(run) : whyOf(last),
      // What answers is told before.
      message: message?.direction === "outbound" ? { ...message, text: readableText(message.text, names) } : null,
      isPoint:
        told !== null &&
        told.places.some((place) => place.automationId === run.automationId && place.nodeId === nodeId),
      highlight: party && highlightAt(party.definition, views.get(run.id)?.trace ?? [], steps.at(-1) ?? -1),
    };
  });
}

/** Says what runs have to do with each other. */
function tellerOf(
  { runs, events }: Pick<WorkspaceResult, "runs" | "events">,
  parties: readonly Party[],
  { t, names }: Words,
) {
  const partyOf = (automationId: string | undefined): Party | null =>
    parties.find(({ id }) => id === automationId) ?? null;
  const partyOfRun = (runId: string | undefined): Party | null =>
    partyOf(runs.find(({ id }) => id === runId)?.automationId);
  const nameOf = (question: QuestionRef | null): string => partyOfRun(question?.runId)?.name ?? "";
  return {
    partyOf,
    /** What happened, and whose step made it happen. */
    startedBy({ automationId, eventId }: WorkspaceRun): string {
      const trigger = triggerText(partyOf(automationId)?.triggerType ?? "");
      const by = events.find(({ id }) => id === eventId)?.raisedBy ?? null;
      const party = partyOfRun(by?.runId);
      if (by === null || party === null) return trigger;
      const node = nodeName(by.nodeId, { definition: party.definition, lookup: names });
      return t("story.startedBy", { trigger, name: party.name, node });
    },
    answered({ reply, meantFor, takenBy }: WorkspaceMessage): Pick<StoryRow, "node" | "why" | "isPoint"> {
      const isTaken = takenBy !== null && takenBy.runId !== meantFor?.runId;
      const [one, other] = [nameOf(meantFor), nameOf(takenBy)];
      const node = t("story.answers", { text: reply.text ?? reply.buttonId ?? "", name: one });
      if (isTaken) return { node, why: t("story.taken", { one, other }), isPoint: true };
      return { node, why: takenBy === null ? t("story.nobody") : "", isPoint: false };
    },
  };
}

/** Nothing where an action was done, as it should be. */
const whyOf = (view: StepView | undefined): string => (view?.entry.why.code === "succeeded" ? "" : (view?.why ?? ""));

/** The steps of a run in the simulator's words. */
function viewsOf(
  run: WorkspaceRun,
  party: Party | null,
  { names, fields, locale, inSimulator, inItsZone = false }: Words,
): { trace: TraceEntry[]; views: StepView[] } {
  if (party === null) return { trace: [], views: [] };
  const { definition } = party;
  const trace = run.steps.map((step): TraceEntry => {
    const node = step.why.code === "performing" ? findNode(definition, step.nodeId) : undefined;
    const effect = node?.actionType
      ? {
          type: "perform" as const,
          nodeId: node.id,
          actionType: node.actionType,
          config: node.config ?? {},
          attempt: 1,
        }
      : null;
    return { ...step, text: "", effect, rendered: null, issues: [] };
  });
  const words = { definition, lookup: names, trigger: null, fields, locale, t: inSimulator, inItsZone };
  return { trace, views: stepViews({ startedAt: run.startedAt, trace }, words) };
}
