import { CircleX, Paperclip, TriangleAlert } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import type { Message } from "../../simulation/messages.ts";
import { WhatsappText } from "../../ui/whatsapp-text.tsx";
import css from "../../ui/message-bubble.module.css";

interface Props {
  message: Message;
  /** Answers by the button at this place; left out where nobody can. */
  onPress?: ((button: number) => void) | undefined;
}

/** A message as it would be seen: sent ones on the right with their buttons, answers on the left. */
export function MessageBubble({ message, onPress }: Props) {
  const t = useText("simulate");
  const { direction, channel, subject, preview, text, attachment, buttons, pressed, failed, broken } = message;
  const said = channel === "whatsapp" ? <WhatsappText text={text} /> : text;
  return (
    <figure className={css.bubble} data-direction={direction} data-failed={failed || undefined}>
      <figcaption className={css.bubbleHead}>
        <span className="visually-hidden">{t(`message.${direction}`)}: </span>
        {t(`message.channel.${channel}`)}
      </figcaption>
      {subject ? (
        <strong className={css.subject}>
          {subject}
          {preview ? <span className={css.beside}>{preview}</span> : null}
        </strong>
      ) : null}
      {text ? <p className={css.bubbleText}>{pressed ? t("message.pressed", { label: text }) : said}</p> : null}
      {!text && !attachment ? <p className={css.bubbleText}>{t("message.empty")}</p> : null}
      {attachment ? (
        <p className={css.attachment}>
          <Paperclip size={13} aria-hidden="true" />
          {t("message.attachment", { name: attachment })}
        </p>
      ) : null}
      {buttons.length > 0 ? (
        <ul className={css.bubbleButtons}>
          {buttons.map((label, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two buttons may say the same
            <li key={`${label} ${index}`}>
              {onPress ? (
                <button type="button" onClick={() => onPress(index)}>
                  {label}
                </button>
              ) : (
                label
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {failed ? (
        <p className={css.bubbleFailed}>
          <CircleX size={13} aria-hidden="true" />
          {t("message.failed")}
        </p>
      ) : null}
      {broken ? (
        <p className={css.bubbleBroken}>
          <TriangleAlert size={13} aria-hidden="true" />
          {t("message.broken")}
        </p>
      ) : null}
    </figure>
  );
}
