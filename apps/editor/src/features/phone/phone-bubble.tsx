import type { AnswerMessageRequest } from "@trilho/api-client";
import { Check, CheckCheck, CircleX, Clock, Ellipsis, Inbox, type LucideIcon } from "lucide-react";
import { failureText } from "../../i18n/failure-text.ts";
import { useText } from "../../i18n/use-text.ts";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import bubbles from "../../ui/message-bubble.module.css";
import { WhatsappText } from "../../ui/whatsapp-text.tsx";
import css from "./phone.module.css";
import type { Bubble } from "./talk.ts";

const EMOJI = ["👍", "❤️", "😂", "😮", "🙏"] as const;

const STATUSES = ["queued", "sent", "delivered", "read", "failed"] as const;
type Status = (typeof STATUSES)[number];
const MARKS: Readonly<Record<Status | "kept", LucideIcon>> = {
  queued: Clock,
  kept: Inbox,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleX,
};

interface PhoneBubbleProps {
  bubble: Bubble;
  name: string;
  busy: boolean;
  onAnswer: (answer: AnswerMessageRequest) => void;
}

/** One message: buttons to press, and what else its contact may do with it. */
export function PhoneBubble({ bubble, name, busy, onAnswer }: PhoneBubbleProps) {
  const t = useText("phone");
  const { message, buttons, isKept, reaction } = bubble;
  const isInbound = message.direction === "inbound";
  const hasFailed = message.status === "failed";
  return (
    <div className={css.row} data-direction={message.direction}>
      <figure
        className={[bubbles["bubble"], css.bubble].join(" ")}
        data-direction={message.direction}
        data-failed={hasFailed || undefined}
      >
        <figcaption className="visually-hidden">{t(isInbound ? "from" : "to", { name })}</figcaption>
        <p className={bubbles["bubbleText"]}>
          <WhatsappText text={message.body || message.previewText} />
        </p>
        {buttons.length > 0 && (
          <ul className={css.buttons}>
            {buttons.map(({ id, label }) => (
              <li key={id}>
                <button
                  type="button"
                  className={css.chip}
                  aria-disabled={busy || undefined}
                  onClick={() => !busy && onAnswer({ type: "button", buttonId: id })}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasFailed && message.errorMessage !== null && (
          <p className={bubbles["bubbleFailed"]}>{failureText(message.errorMessage, message.failure)}</p>
        )}
        {!isInbound && <Standing bubble={bubble} />}
        {reaction !== "" && (
          <p className={css.reaction}>
            <span className="visually-hidden">{t("reacted", { name, emoji: reaction })}</span>
            <span aria-hidden="true">{reaction}</span>
          </p>
        )}
      </figure>
      {isKept && (
        <Menu
          align="start"
          trigger={<IconButton size="sm" label={t("more")} icon={<Ellipsis />} disabled={busy} />}
          items={[
            ...EMOJI.map((emoji) => ({
              label: t("react", { emoji }),
              onSelect: () => onAnswer({ type: "reaction", emoji }),
            })),
            ...(reaction === ""
              ? []
              : [{ label: t("takeBack"), onSelect: () => onAnswer({ type: "reaction", emoji: "" }) }]),
            null,
            { label: t("deliver"), onSelect: () => onAnswer({ type: "delivered" }) },
            { label: t("read"), onSelect: () => onAnswer({ type: "read" }) },
            { label: t("fail"), danger: true, onSelect: () => onAnswer({ type: "failed" }) },
          ]}
        />
      )}
    </div>
  );
}

/** How far a message got. Services may report what this editor does not know. */
function Standing({ bubble: { message, isKept } }: { bubble: Bubble }) {
  const t = useText("phone");
  const status = STATUSES.find((known) => known === message.status);
  if (status === undefined) return null;
  // Until somebody says what becomes of it.
  const shown = isKept && status === "sent" ? "kept" : status;
  const Mark = MARKS[shown];
  return (
    <p className={css.standing} data-status={status}>
      <Mark size={13} aria-hidden="true" />
      {t(`status.${shown}`)}
    </p>
  );
}
