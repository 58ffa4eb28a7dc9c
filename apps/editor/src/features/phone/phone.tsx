import type { AnswerMessageRequest, AutomationRunDetail } from "@trilho/api-client";
import { SendHorizontal, Smartphone } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { explainError } from "../../data/failures/describe-error.ts";
import { useAnswer, useTalk, useTalkWith } from "../../data/phone.ts";
import { useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { PhoneBubble } from "./phone-bubble.tsx";
import css from "./phone.module.css";
import { bubblesOf, type Bubble } from "./talk.ts";

interface PhoneProps {
  automationId: string;
  run: AutomationRunDetail;
  conversationId: string;
  /** Somebody came here to answer. */
  isAsked: boolean;
}

const GOES_ON: ReadonlySet<string> = new Set(["queued", "running", "waiting"]);

/** The contact's phone: what the run wrote to them and stayed here, to be answered in their place. */
export function Phone({ automationId, run, conversationId, isAsked }: PhoneProps) {
  const t = useText("phone");
  const { data: messages, error } = useTalk(conversationId, GOES_ON.has(run.status));
  const { data: talk } = useTalkWith(conversationId);
  const answering = useAnswer(automationId);
  const name = talk?.displayName ?? t("contact");
  const bubbles = messages === undefined ? undefined : bubblesOf(messages, run);
  const isOver = run.test === true && !GOES_ON.has(run.status);
  const latest = bubbles?.findLast(({ isKept }) => isKept);
  const answer = (messageId: string, given: AnswerMessageRequest, onSuccess?: () => void): void =>
    answering.mutate(
      { messageId, answer: given },
      {
        ...(onSuccess !== undefined && { onSuccess }),
        onError: (problem) => toast.error(t("refused"), { description: explainError(problem) }),
      },
    );
  return (
    <section className={css.phone} aria-label={t("title", { name })}>
      <header className={css.head}>
        <Smartphone aria-hidden="true" />
        <div>
          <h3 className={css.name}>{name}</h3>
          <p className={css.hint}>{t(isOver ? "over" : run.test ? "hintTest" : "hint", { name })}</p>
        </div>
      </header>
      {bubbles === undefined ? (
        <div className={css.talk}>
          {error === null ? <Skeleton width="70%" height="3.5rem" radius="12px" /> : <p>{explainError(error)}</p>}
        </div>
      ) : (
        <Talk bubbles={bubbles} busy={isOver || answering.isPending} onAnswer={answer} name={name} />
      )}
      <Composer
        label={t("field", { name })}
        busy={answering.isPending}
        disabled={isOver || latest === undefined}
        isAsked={isAsked}
        onSend={(text, sent) => latest && answer(latest.message.id, { type: "text", text }, sent)}
      />
    </section>
  );
}

interface TalkProps {
  bubbles: readonly Bubble[];
  busy: boolean;
  name: string;
  onAnswer: (messageId: string, answer: AnswerMessageRequest) => void;
}

/** What is new is read out, and seen. */
function Talk({ bubbles, busy, name, onAnswer }: TalkProps) {
  const t = useText("phone");
  const list = useRef<HTMLDivElement>(null);
  const count = bubbles.length;
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return (
    <div ref={list} role="log" aria-label={t("talk")} className={css.talk}>
      {count === 0 && <p className={css.hint}>{t("nothing")}</p>}
      {bubbles.map((bubble) => (
        <PhoneBubble
          key={bubble.message.id}
          bubble={bubble}
          name={name}
          busy={busy}
          onAnswer={(answer) => onAnswer(bubble.message.id, answer)}
        />
      ))}
    </div>
  );
}

interface ComposerProps {
  label: string;
  busy: boolean;
  disabled: boolean;
  isAsked: boolean;
  /** `sent` is called once it was taken. */
  onSend: (text: string, sent: () => void) => void;
}

function Composer({ label, busy, disabled, isAsked, onSend }: ComposerProps) {
  const t = useText("phone");
  const [text, setText] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const isReady = !disabled;
  useEffect(() => {
    if (isAsked && isReady) form.current?.querySelector("input")?.focus();
  }, [isAsked, isReady]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const said = text.trim();
    if (said !== "" && !busy) onSend(said, () => setText(""));
  };
  return (
    <form ref={form} className={css.composer} onSubmit={send}>
      <TextField
        className={css.field}
        label={label}
        hideLabel
        placeholder={t("placeholder")}
        maxLength={4096}
        autoComplete="off"
        disabled={disabled}
        value={text}
        onValueChange={setText}
      />
      <IconButton
        type="submit"
        variant="primary"
        label={t("send")}
        icon={<SendHorizontal />}
        loading={busy}
        disabled={disabled}
      />
    </form>
  );
}
