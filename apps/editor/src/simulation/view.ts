import type { Field, SimulationResult, TraceEntry } from "@trilho/engine";
import { formatDuration } from "../i18n/duration.ts";
import type { Text } from "../i18n/use-text.ts";
import type { Message } from "./messages.ts";
import { messageOf } from "./messages.ts";
import { nodeName } from "../describe/node-label.ts";
import type { StepNames } from "../describe/node-name.ts";
import { momentSentence, reasonSentence } from "../describe/reason-sentence.ts";

/** One step as it is shown. */
export interface StepView {
  entry: TraceEntry;
  /** What the step is called. */
  node: string;
  /** The virtual date and time, in the browser's time zone. */
  when: string;
  /** The run was at this step before: the name is known. */
  stays: boolean;
  /** No time has passed since the step before. */
  sameTime: boolean;
  /** Since the trigger fired, in words; empty at the start. */
  elapsed: string;
  /** What happened and why. */
  why: string;
  message: Message | null;
}

/** What steps need to be said in words. */
export interface StepTextContext extends StepNames {
  fields: readonly Field[];
  locale: string;
  t: Text<"simulate">;
  /** Times stand beside those of the workspace, whose zone their reasons name; the browser's by default. */
  inItsZone?: boolean;
}

/** The steps of a run in words. */
export function stepViews(result: Pick<SimulationResult, "startedAt" | "trace">, words: StepTextContext): StepView[] {
  const { definition, lookup, fields, locale, t, inItsZone = false } = words;
  const timeOf = timesSince(result.startedAt, locale);
  return result.trace.map((entry, index) => {
    const before = result.trace[index - 1];
    return {
      entry,
      node: nodeName(entry.nodeId, words),
      ...timeOf(entry.at),
      stays: before?.nodeId === entry.nodeId,
      sameTime: before?.at === entry.at,
      why: (inItsZone ? null : momentSentence(entry, locale, t)) ?? reasonSentence(entry, fields, lookup, t),
      message: messageOf(result.trace, index, definition),
    };
  });
}

/** When something happened, in words: the date, and how long after the start. */
export function timesSince(startedAt: string, locale: string): (at: string) => Pick<StepView, "when" | "elapsed"> {
  const date = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  const start = Date.parse(startedAt);
  return (instant) => {
    const at = Date.parse(instant);
    const seconds = Math.round((at - start) / 1000);
    return { when: date.format(at), elapsed: seconds > 0 ? formatDuration(seconds, 2) : "" };
  };
}
