import { Trash2, TriangleAlert } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import type { Command } from "../../document/commands/command.ts";
import { removeDamagedScenario } from "../../document/saved-scenarios.ts";
import type { DamagedScenario } from "../../document/saved-scenarios.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import css from "./tests.module.css";

interface Props {
  damaged: readonly DamagedScenario[];
  readOnly: boolean;
  run: (command: Command) => boolean;
}

/** Saved entries that cannot be read: reported, and kept until a person deletes them. */
export function DamagedTests({ damaged, readOnly, run }: Props) {
  const t = useText("scenarios");
  if (damaged.length === 0) return null;
  return (
    <section className={css.section}>
      <h3 className={css.warning}>
        <TriangleAlert size={15} aria-hidden="true" />
        {t("damaged.title", { count: damaged.length })}
      </h3>
      <p className={css.hint}>{t("damaged.hint")}</p>
      <ul className={css.plain}>
        {damaged.map(({ index, name, damage }) => {
          const shown = name ?? t("damaged.unnamed", { number: index + 1 });
          return (
            <li key={index} className={css.way}>
              <span className={css.exitName}>
                {shown}
                <span className={css.reason}>{t(`damaged.${damage}`)}</span>
              </span>
              {readOnly ? null : (
                <IconButton
                  size="sm"
                  label={t("damaged.remove", { name: shown })}
                  icon={<Trash2 />}
                  onClick={() => run(removeDamagedScenario(index))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
