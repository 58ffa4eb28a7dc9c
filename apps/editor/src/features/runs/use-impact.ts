import type { AutomationWaiting } from "@trilho/api-client";
import { useEffect, useRef, useState } from "react";
import { isOnline } from "../../data/connection.ts";
import { useAskWaiting } from "../../data/runs.ts";

interface Impact {
  /** Null where there is nothing stored that runs could wait in. */
  automationId: string | null;
  /** False while there is nothing to publish, or somebody else edits. */
  canPublish: boolean;
  /** Nothing is asked about a draft that cannot be published: `publish` has the reason. */
  isSound: () => boolean;
  publish: () => void;
}

/** Publishing is not held up for longer than this, ms. */
const PATIENCE_MS = 3000;

/** Asks before publishing while runs wait. Where the service does not return them in time, nothing is asked. */
export function useImpact({ automationId, canPublish, isSound, publish }: Impact) {
  const askWaiting = useAskWaiting();
  const [checking, setChecking] = useState(false);
  const [open, setOpen] = useState(false);
  const [waiting, setWaiting] = useState<AutomationWaiting | null>(null);
  const asking = useRef<AbortController | null>(null);
  // Until the answer is there the draft may have changed: the newest one is published.
  const latest = useRef({ canPublish, publish });
  useEffect(() => {
    latest.current = { canPublish, publish };
  });
  useEffect(() => () => asking.current?.abort(), []);

  async function check(id: string): Promise<void> {
    const mine = new AbortController();
    asking.current = mine;
    setChecking(true);
    const found = await inTime(askWaiting(id));
    asking.current = null;
    if (mine.signal.aborted) return;
    setChecking(false);
    if (!latest.current.canPublish) return;
    if (found === null || found.waiting.length === 0) return latest.current.publish();
    setWaiting(found);
    setOpen(true);
  }

  return {
    checking,
    publish: () => {
      if (asking.current !== null) return;
      if (automationId === null || !isOnline() || !isSound()) publish();
      else void check(automationId);
    },
    dialog: { automationId, open: open && canPublish, waiting, onClose: () => setOpen(false), onPublish: publish },
  };
}

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
