import type { AutomationRunDetail } from "@trilho/api-client";
import { useOutboxState } from "../../data/outbox.ts";
import { Phone } from "./phone.tsx";
import css from "./phone.module.css";
import { conversationOf } from "./talk.ts";
import { TimeToPass } from "./time-to-pass.tsx";

interface RunPhoneProps {
  automationId: string;
  run: AutomationRunDetail;
  /** Somebody came here to answer. */
  isAsked: boolean;
}

/** What a person can do in the world's place for a run: answer what stayed here, and let a test's time pass. */
export function RunPhone({ automationId, run, isAsked }: RunPhoneProps) {
  // Of a channel that was connected since, what real contacts say counts alone.
  const { data: state } = useOutboxState(run.test !== true);
  const isOpen = run.test === true || state?.whatsapp === "kept";
  const conversationId = isOpen ? conversationOf(run) : null;
  const isWaiting = run.test === true && run.status === "waiting";
  if (conversationId === null && !isWaiting) return null;
  return (
    <div className={css.both}>
      {conversationId !== null && (
        <Phone automationId={automationId} run={run} conversationId={conversationId} isAsked={isAsked} />
      )}
      {isWaiting && <TimeToPass automationId={automationId} run={run} />}
    </div>
  );
}
