import { useTranslation } from "react-i18next";
import { useServices } from "../editor/context.ts";
import { combo } from "../editor/keys.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import styles from "./HelpDialog.module.css";

const SECTIONS = [
  {
    name: "moving",
    rows: [
      ["arrows", ["↑", "↓", "←", "→"]],
      ["ends", ["Home", "End"]],
      ["enter", ["Enter"]],
      ["escape", ["Esc"]],
      ["problems", ["P"]],
    ],
  },
  {
    name: "building",
    rows: [
      ["add", ["A"]],
      ["palette", ["/"]],
      ["connect", ["C"]],
      ["delete", ["Del"]],
      ["rename", ["F2"]],
      ["nudge", [combo("alt", "↑↓←→")]],
    ],
  },
  {
    name: "editing",
    rows: [
      ["undo", [combo("mod", "Z")]],
      ["redo", [combo("mod", "shift", "Z")]],
      ["copy", [combo("mod", "C"), combo("mod", "X"), combo("mod", "V")]],
      ["duplicate", [combo("mod", "D")]],
      ["all", [combo("mod", "A")]],
    ],
  },
  {
    name: "looking",
    rows: [
      ["fit", ["F"]],
      ["zoom", ["+", "−"]],
      ["outline", ["O"]],
      ["help", ["?"]],
    ],
  },
] as const;

export function HelpDialog() {
  const { t } = useTranslation("builder");
  const { view } = useServices();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && view.getState().set({ asking: null })}
      title={t("help.title")}
      size="lg"
    >
      <div className={styles["sections"]}>
        {SECTIONS.map(({ name, rows }) => (
          <section key={name}>
            <h3 className={styles["heading"]}>{t(`help.${name}`)}</h3>
            <dl className={styles["rows"]}>
              {rows.map(([what, keys]) => (
                <div key={what} className={styles["row"]}>
                  <dt>{t(`help.${what}`)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
