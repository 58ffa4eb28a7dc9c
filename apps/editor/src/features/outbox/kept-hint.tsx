import { Inbox } from "lucide-react";
import { useOutboxState } from "../../data/outbox.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import css from "./outbox.module.css";

const CHANNELS = ["whatsapp", "instagram", "email"] as const;

/** Lists the channels without credentials; empty where the service does not report them. */
export function KeptHint() {
  const t = useText("outbox");
  const locale = useLocale();
  const { data } = useOutboxState();
  if (data === undefined) return null;
  const kept = CHANNELS.filter((channel) => data[channel] === "kept");
  const names = kept.map((channel) => t(`channel.${channel}`));
  const channels = new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
  const words =
    kept.length === 0 ? t("kept.none") : kept.length === CHANNELS.length ? t("kept.all") : t("kept.some", { channels });
  return (
    <div className={css.kept} data-all-sent={kept.length === 0 || undefined}>
      <Inbox aria-hidden="true" />
      <div>
        <p>{words}</p>
        {kept.length > 0 && <p className={css.keptHint}>{t("kept.hint")}</p>}
        {data.testKey && <p>{t("kept.testKey")}</p>}
      </div>
    </div>
  );
}
