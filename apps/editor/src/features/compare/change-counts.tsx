import { useText } from "../../i18n/use-text.ts";
import type { Changes, ChangeTone } from "./change-list.ts";
import styles from "./compare.module.css";
import { ToneMark } from "./tone-mark.tsx";

const TONES: readonly ChangeTone[] = ["added", "removed", "changed", "moved"];

/** How much was added, removed, changed and moved. */
export function ChangeCounts({ changes }: { changes: Changes }) {
  const t = useText("compare");
  const all = Object.values(changes).flat();
  return (
    <ul className={styles["counts"]}>
      {TONES.map((tone) => ({ tone, count: all.filter((change) => change.tone === tone).length }))
        .filter(({ count }) => count > 0)
        .map(({ tone, count }) => (
          <li key={tone} className={styles["count"]}>
            <ToneMark tone={tone} />
            {t(`count.${tone}`, { count })}
          </li>
        ))}
    </ul>
  );
}
