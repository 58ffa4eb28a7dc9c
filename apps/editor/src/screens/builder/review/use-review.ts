import type { Automation, RunMigrationPreview } from "@trilho/api-client";
import { useEffect, useMemo, useRef, useState } from "react";
import { isOnline } from "../../../data/connection.ts";
import { useAskMigrationPreview } from "../../../data/migrations.ts";
import { isDrawable } from "../../../document/document.ts";
import { isSameDraft, type Draft } from "../../../document/draft/draft.ts";
import { hasScenarios } from "../../../document/trigger-entries.ts";
import type { Way } from "./way.ts";
import { NO_CHOICES, type Choices } from "../../../features/migration/choices.ts";
import { previewed } from "../../../features/migration/previewed.ts";

/** What was written and chosen before publishing: whoever leaves to look at something finds it as it was. */
export interface Answers {
  note: string;
  choices: Choices;
}

const NO_ANSWERS: Answers = { note: "", choices: NO_CHOICES };

interface Review {
  /** Null where nothing is stored that the draft would replace. */
  stored: Pick<Automation, "id" | "enabled"> | null;
  /** The version that the draft started from. */
  baseVersion: number;
  draft: Draft;
  /** False while there is nothing to publish, or somebody else edits. */
  canPublish: boolean;
  /** Whether something in it is most likely a mistake. */
  hasWarnings: () => boolean;
  /** Nothing is asked about a draft that cannot be published: `publish` has the reason. */
  isSound: () => boolean;
  /** `note`: what is new, for the history; empty for nothing. */
  publish: (note: string) => void;
  /** Whatever is reviewed is shown first. */
  way: Way;
}

/** Publishing is not held up for longer than this, ms. */
const PATIENCE_MS = 3000;

/** Shows what publishing would do where that matters: to an automation that is on, runs that wait, or tests; of others, what it is warned of. */
export function useReview({ stored, baseVersion, draft, canPublish, hasWarnings, isSound, publish, way }: Review) {
  const ask = useAskMigrationPreview();
  const [checking, setChecking] = useState(false);
  const [open, setOpen] = useState(false);
  const [warned, setWarned] = useState(false);
  const [round, setRound] = useState(0);
  const [given, setGiven] = useState({ draft, answers: NO_ANSWERS });
  const [preview, setPreview] = useState<RunMigrationPreview | null>(null);
  const asking = useRef<AbortController | null>(null);
  // Of another draft nothing was answered yet.
  const isAnswered = useMemo(() => isSameDraft(given.draft, draft), [given.draft, draft]);
  const answers = isAnswered ? given.answers : NO_ANSWERS;
  const publishNow = (): void => publish(answers.note);
  // Until the answer is there the draft may have changed: the newest one is published.
  const latest = useRef({ canPublish, publishNow, hasWarnings });
  useEffect(() => {
    latest.current = { canPublish, publishNow, hasWarnings };
  });
  useEffect(() => () => asking.current?.abort(), []);

  const unlessWarned = (): void => (latest.current.hasWarnings() ? setWarned(true) : latest.current.publishNow());

  async function check(id: string, isWanted: boolean): Promise<void> {
    const mine = new AbortController();
    asking.current = mine;
    setChecking(true);
    const found = await inTime(ask(id, previewed(draft)));
    asking.current = null;
    if (mine.signal.aborted) return;
    setChecking(false);
    if (!latest.current.canPublish) return;
    // Somebody else published meanwhile: that is to be settled first.
    if (way === "publish" && found !== null && found.toVersion !== baseVersion + 1) return latest.current.publishNow();
    if (!isWanted && (found?.groups.length ?? 0) === 0) return unlessWarned();
    setPreview(found);
    setRound((before) => before + 1);
    setOpen(true);
  }

  /** `isWanted`: it is shown in any case. */
  const begin = (isWanted: boolean): void => {
    if (asking.current !== null) return;
    if (way === "publish" && (!isOnline() || !isSound())) publishNow();
    else if (stored === null) unlessWarned();
    else void check(stored.id, isWanted || way !== "publish" || stored.enabled || hasTests(draft));
  };

  return {
    checking,
    publish: () => begin(false),
    review: () => begin(true),
    /** What the history would say of a draft, unless somebody writes something else. */
    proposeNote: (of: Draft, note: string) => setGiven({ draft: of, answers: { ...NO_ANSWERS, note } }),
    warned: { open: warned && canPublish, close: () => setWarned(false) },
    dialog: {
      open: open && canPublish,
      round,
      preview,
      answers,
      onAnswers: (next: Answers) => setGiven({ draft, answers: next }),
      close: () => setOpen(false),
    },
  };
}

const hasTests = ({ definition }: Draft): boolean => isDrawable(definition) && hasScenarios(definition);

/** Null for an answer that failed or comes too late. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const found = await Promise.race([answer.catch(() => null), late]);
  clearTimeout(timer);
  return found;
}
