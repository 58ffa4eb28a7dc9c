import type { Automation } from "@trilho/api-client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { OptionMark } from "../../ui/fields/option-mark.tsx";
import { PlaceLink } from "./place-link.tsx";
import { usesToTell, type UsedThing } from "./used-groups.ts";
import styles from "./used.module.css";

interface UsedRowProps {
  used: UsedThing;
  automations: ReadonlyMap<string, Automation>;
}

/** Something with how many automations use it; opened, with each place. */
export function UsedRow({ used, automations }: UsedRowProps) {
  const t = useText("interactions");
  const [open, setOpen] = useState(false);
  const { uses, readers, writers } = used;
  if (uses.length === 0) {
    return (
      <p className={styles["row"]}>
        <Name used={used} />
        <span className={styles["count"]}>{t("used.none")}</span>
      </p>
    );
  }
  const counts = [
    readers > 0 && t("used.readers", { count: readers }),
    writers > 0 && t("used.writers", { count: writers }),
  ];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles["row"]}>
        <Name used={used} />
        <span className={styles["count"]}>
          {counts.filter(Boolean).join(" · ")}
          <ChevronRight className={styles["mark"]} aria-hidden="true" />
        </span>
      </summary>
      {open && (
        <ul className={styles["places"]} aria-label={t("places")}>
          {usesToTell(uses).map(({ key, place, usage }) => (
            <li key={key}>
              <PlaceLink place={place} automation={automations.get(place.automationId)} />
              <span className={styles["how"]}>{t(`used.at.${usage}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Name({ used: { thing, isGone } }: { used: UsedThing }) {
  const t = useText("interactions");
  return (
    <span className={styles["name"]}>
      <OptionMark option={thing} />
      <span className={styles["label"]}>{thing.label}</span>
      {isGone && <Badge tone="danger">{t("used.gone")}</Badge>}
      {thing.inactive === true && <Badge>{t("used.old")}</Badge>}
    </span>
  );
}
