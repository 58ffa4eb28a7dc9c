import type { GraphDefinition, TraceEntry } from "@trilho/engine";
import type { Told } from "@trilho/engine/interactions";
import type { QuestionRef, WorkspaceMessage, WorkspaceResult, WorkspaceRun } from "@trilho/engine/workspace";
import { readableText } from "../../../describe/readable.ts";
import { triggerText } from "../../../describe/trigger.ts";
import { findNode } from "../../../document/document.ts";
import { formatDuration } from "../../../i18n/duration.ts";
import type { Text } from "../../../i18n/use-text.ts";
import { highlightAt, type Highlight } from "../../../simulation/highlight.ts";
import type { Message } from "../../../simulation/messages.ts";
import { stepViews, type StepView } from "../../../simulation/view.ts";
import { happeningText, type StoryWords } from "./happening-text.ts";
import type { Moment } from "./story.ts";

/** An automation that takes part. */
export interface Party {
  id: string;
  name: string;
  triggerType: string;
  definition: GraphDefinition;
}

/** A moment of a story as it is shown. */
export interface StoryRow {
  at: string;
  /** Since the story began, in words; empty at its beginning. */
  elapsed: string;
  /** Whose automation it is; null where people or the world do something. */
  party: Party | null;
  node: string;
  why: string;
  message: Message | null;
  /** It is what the finding tells of. */
  isPoint: boolean;
  /** The way of the run so far. */
  highlight: Highlight | null;
}

interface Words extends StoryWords {
  inSimulator: Text<"simulate">;
  locale: string;
}

/** A story in words, told of a finding. */
export function storyRows(
  moments: readonly Moment[],
  { runs }: Pick<WorkspaceResult, "runs">,
  parties: readonly Party[],
  told: Told,
  words: Words,
): StoryRow[] {
  const { t, names } = words;
  const start = Date.parse(moments[0]?.at ?? "");
  const views = new Map(runs.map((run) => [run.id, viewsOf(run, partyOf(run.automationId), words)]));
  return moments.map((moment): StoryRow => {
    const seconds = Math.round((Date.parse(moment.at) - start) / 1000);
    const row = {
      at: moment.at,
      elapsed: seconds > 0 ? formatDuration(seconds, 2) : "",
      party: null,
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
      node: isStart ? t("story.starts") : (last?.node ?? nodeId),
      why: isStart ? triggerText(party?.triggerType ?? "") : whyOf(last),
      // What answers is told before.
      message: message?.direction === "outbound" ? { ...message, text: readableText(message.text, names) } : null,
      isPoint: told.places.some((place) => place.automationId === run.automationId && place.nodeId === nodeId),
      highlight: party && highlightAt(party.definition, views.get(run.id)?.trace ?? [], steps.at(-1) ?? -1),
    };
  });

  function partyOf(automationId: string | undefined): Party | null {
    return parties.find(({ id }) => id === automationId) ?? null;
  }

  function answered({ reply, meantFor, takenBy }: WorkspaceMessage): Pick<StoryRow, "node" | "why" | "isPoint"> {
    const isTaken = takenBy !== null && takenBy.runId !== meantFor?.runId;
    const [one, other] = [nameOf(meantFor), nameOf(takenBy)];
    const node = t("story.answers", { text: reply.text ?? reply.buttonId ?? "", name: one });
    if (isTaken) return { node, why: t("story.taken", { one, other }), isPoint: true };
    return { node, why: takenBy === null ? t("story.nobody") : "", isPoint: false };
  }

  function nameOf(question: QuestionRef | null): string {
    return partyOf(runs.find(({ id }) => id === question?.runId)?.automationId)?.name ?? "";
  }
}

/** Nothing where an action was done, as it should be. */
const whyOf = (view: StepView | undefined): string => (view?.entry.why.code === "succeeded" ? "" : (view?.why ?? ""));

/** The steps of a run in the simulator's words. */
function viewsOf(
  run: WorkspaceRun,
  party: Party | null,
  { names, fields, locale, inSimulator }: Words,
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
  const words = { definition, lookup: names, trigger: null, fields, locale, t: inSimulator };
  return { trace, views: stepViews({ startedAt: run.startedAt, trace }, words) };
}
