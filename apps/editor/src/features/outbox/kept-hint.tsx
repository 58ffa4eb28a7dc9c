import { Inbox } from "lucide-react";
import { useOutboxState } from "../../data/outbox.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { CHANNELS, channelNames } from "./kept-channels.ts";
import css from "./outbox.module.css";

/** Lists the channels without credentials; empty where the service does not report them. */
export function KeptHint() {
  const t = useText("outbox");
  const locale = useLocale();
  const { data } = useOutboxState();
  if (data === undefined) return null;
  const kept = CHANNELS.filter((channel) => data[channel] === "kept");
  const channels = channelNames(kept, t, locale);
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
