import { useState } from "react";
import { useWaiting } from "../data/runs.ts";

interface Impact {
  /** Null where there is nothing stored that runs could wait in. */
  automationId: string | null;
  /** Whether there is anything to push. */
  dirty: boolean;
  push: () => void;
}

/** Asks before a push while runs wait. Where the service does not tell of them, nothing is asked. */
export function useImpact({ automationId, dirty, push }: Impact) {
  const waiting = useWaiting(dirty ? automationId : null).data ?? null;
  const [open, setOpen] = useState(false);
  const someWait = waiting !== null && waiting.waiting.length > 0;
  return {
    push: () => (someWait ? setOpen(true) : push()),
    dialog: { open, waiting, onClose: () => setOpen(false), onPush: push },
  };
}
