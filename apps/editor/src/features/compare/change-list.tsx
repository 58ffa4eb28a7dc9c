import { useEffect, useRef } from "react";
import { useText } from "../../i18n/use-text.ts";
import type { Change, Changes } from "./change-list.ts";
import styles from "./compare.module.css";
import { ChangedField } from "../../describe/changed-field.tsx";
import { ToneMark } from "./tone-mark.tsx";

interface ChangeListProps {
  changes: Changes;
  /** The step that is chosen on the canvas. */
  selected: string | null;
  onShow: (nodeId: string) => void;
}

const GROUPS = ["settings", "steps", "connections", "moved"] as const;

/** Everything that differs, step by step and field by field; each leads to its place in the drawing. */
export function ChangeList({ changes, selected, onShow }: ChangeListProps) {
  const t = useText("compare");
  return GROUPS.filter((group) => changes[group].length > 0).map((group) => (
    <section key={group} className={styles["group"]} aria-label={t(`group.${group}`)}>
      <h3 className={styles["groupTitle"]}>{t(`group.${group}`)}</h3>
      <ul className={styles["list"]}>
        {changes[group].map((change) => (
          <ChangeRow
            key={change.key}
            change={change}
            selected={change.nodeId !== null && change.nodeId === selected}
            onShow={onShow}
          />
        ))}
      </ul>
    </section>
  ));
}

interface ChangeRowProps {
  change: Change;
  selected: boolean;
  onShow: (nodeId: string) => void;
}

function ChangeRow({ change, selected, onShow }: ChangeRowProps) {
  const t = useText("compare");
  const row = useRef<HTMLLIElement>(null);
  const { tone, title, nodeId, fields } = change;
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <li ref={row} className={styles["change"]} data-selected={selected || undefined}>
      <ToneMark tone={tone} />
      <div className={styles["words"]}>
        <span className="visually-hidden">{t(`tone.${tone}`)}: </span>
        {nodeId === null ? (
          <span className={styles["name"]}>{title}</span>
        ) : (
          <button
            type="button"
            className={styles["jump"]}
            onClick={() => onShow(nodeId)}
            title={t("show", { name: title })}
          >
            {title}
          </button>
        )}
        {fields.length > 0 && (
          <ul className={styles["fields"]}>
            {fields.map((field) => (
              <li key={`${field.field} ${field.before} ${field.after}`}>
                <ChangedField {...field} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
