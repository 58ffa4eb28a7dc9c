import { useEffect, useMemo, useRef } from "react";
import { Link } from "wouter";
import { builderPath } from "../../browser/location.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { dayTimes } from "../../simulation/workspace/day-time.ts";
import type { Party } from "../../simulation/workspace/parties.ts";
import type { StoryRow } from "../../simulation/workspace/rows.ts";
import { MessageBubble } from "./message-bubble.tsx";
import styles from "./moments.module.css";

interface MomentsProps {
  rows: readonly StoryRow[];
  index: number;
  /** IANA; without it, the browser's. */
  timeZone?: string;
  isCut: boolean;
  onGoTo: (index: number) => void;
  /** The automation that is drawn: the current moment of another one leads there. */
  ownId?: string;
}

/** What happens in a workspace, one thing after the other; what is still to come is dimmed. */
export function Moments({ rows, index, timeZone, isCut, onGoTo, ownId }: MomentsProps) {
  const t = useText("interactions");
  const locale = useLocale();
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    list.current?.querySelector("[aria-current=step]")?.scrollIntoView?.({ block: "nearest" });
  }, [index]);
  const timeOf = useMemo(() => dayTimes(rows[0]?.at ?? "", timeZone, locale), [rows, timeZone, locale]);
  return (
    <ol ref={list} className={styles["moments"]} aria-label={t("story.title")}>
      {rows.map((row, at) => {
        const { day, time } = timeOf(row.at);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a story does not change
          <li
            key={at}
            className={styles["moment"]}
            aria-current={at === index ? "step" : undefined}
            data-future={at > index || undefined}
            data-point={row.isPoint || undefined}
            data-world={row.party === null || undefined}
          >
            <time dateTime={row.at} className={rows[at - 1]?.at === row.at ? "visually-hidden" : styles["when"]}>
              {t("story.when", { day, time })}
            </time>
            <button type="button" className={styles["go"]} onClick={() => onGoTo(at)}>
              <span className={styles["what"]}>
                {row.party !== null && <span className={styles["name"]}>{row.party.name} </span>}
                <span className={styles["node"]}>{row.node}</span>
              </span>
              {row.why !== "" && <span className={styles["why"]}> {row.why}</span>}
            </button>
            {row.message !== null && <MessageBubble message={row.message} />}
            {ownId !== undefined && at === index && row.party !== null && row.party.id !== ownId && (
              <ToOther party={row.party} nodeId={row.nodeId} />
            )}
          </li>
        );
      })}
      {isCut && <li className={styles["cut"]}>{t("story.goesOn")}</li>}
    </ol>
  );
}

/** Leads to another automation, at the step that it came to. */
function ToOther({ party, nodeId }: { party: Party; nodeId: string | null }) {
  const t = useText("simulate");
  return (
    <Link href={builderPath(party.id, nodeId)} className={styles["other"]}>
      {t("all.open", { name: party.name })}
    </Link>
  );
}
