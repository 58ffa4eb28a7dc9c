import { useState } from "react";
import { Pause, Play, Power, PowerOff, Tags, X } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { SwitchOff } from "./lazy-switch-off.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./bulk-bar.module.css";
import { isPaused, type Row } from "./filter.ts";
import { type BulkAction, type Meant, useBulk } from "../../features/switching/use-bulk.ts";
import type { Selection } from "./use-selection.ts";

interface BulkBarProps {
  selection: Selection;
  shown: number;
  onLabels: (rows: readonly Row[]) => void;
}

const ICONS = { on: <Power />, off: <PowerOff />, pause: <Pause />, resume: <Play /> } as const;

/** What can be done to all that are chosen: only what would change one of them. */
export function BulkBar({ selection, shown, onLabels }: BulkBarProps) {
  const t = useText("glance");
  const names = useText("automations");
  const { act, busy } = useBulk();
  const { rows } = selection;
  const [leaving, setLeaving] = useState<Meant | null>(null);
  const meant = rows.map(({ automation: { id, name } }) => ({ id, name }));
  const press = (action: BulkAction): void => {
    if (action !== "off") return act(action, meant);
    const on = new Set(rows.filter(({ automation }) => automation.enabled).map(({ automation }) => automation.id));
    setLeaving(meant.filter(({ id }) => on.has(id)));
  };
  const offered: Record<BulkAction, boolean> = {
    on: rows.some(({ automation }) => !automation.enabled),
    off: rows.some(({ automation }) => automation.enabled),
    pause: rows.some((row) => !isPaused(row)),
    resume: rows.some(isPaused),
  };
  const actions = (["on", "off", "pause", "resume"] as const).filter((action) => offered[action]);
  return (
    <section className={styles["bar"]} aria-label={t("title")}>
      <output className={styles["count"]}>{t("count", { count: rows.length })}</output>
      {rows.length < shown && (
        <Button size="sm" variant="ghost" onClick={selection.all}>
          {t("all", { count: shown })}
        </Button>
      )}
      <span className={styles["spread"]} />
      {actions.map((action) => (
        <Button
          key={action}
          size="sm"
          icon={ICONS[action]}
          disabled={busy || leaving !== null}
          onClick={() => press(action)}
        >
          {action === "pause" || action === "resume" ? names(`${action}Runs`) : t(action)}
        </Button>
      ))}
      <Button size="sm" icon={<Tags />} disabled={busy} onClick={() => onLabels(rows)}>
        {names("labelsAndOwner")}
      </Button>
      <SwitchOff
        meant={leaving}
        onOff={(all) => act("off", all)}
        onClose={() => setLeaving(null)}
        onGiveUp={() => setLeaving(null)}
      />
      <IconButton label={t("none")} icon={<X />} onClick={selection.none} />
    </section>
  );
}
