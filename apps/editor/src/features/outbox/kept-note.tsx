import { Inbox } from "lucide-react";
import { useOutboxState } from "../../data/outbox.ts";
import { isDrawable } from "../../document/document.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { keptText } from "./kept-channels.ts";
import css from "./outbox.module.css";

/** Says that what an automation's steps send would stay here, and where that is found. */
export function KeptNote({ definition }: { definition: unknown }) {
  const t = useText("outbox");
  const locale = useLocale();
  const { data } = useOutboxState();
  const words = data && isDrawable(definition) ? keptText(definition, data, t, locale) : null;
  if (words === null) return null;
  return (
    <div className={css.kept}>
      <Inbox aria-hidden="true" />
      <p>
        {words}{" "}
        <a href="/outbox" target="_blank" rel="noopener">
          {t("open")}
        </a>
      </p>
    </div>
  );
}
