import { commandName } from "./command.ts";
import { COMMANDS } from "./table.ts";
import { useServices } from "../../document/context.ts";
import { shortcutLabel } from "../../browser/keys.ts";
import { isEditorChord } from "./shortcuts.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import styles from "./help-dialog.module.css";

interface Line {
  id: string;
  what: string;
  chords: readonly string[];
}

const HEADINGS = ["moving", "building", "editing", "looking"] as const;

/** Every shortcut, from the table that the keys themselves come from. */
export function HelpDialog() {
  const t = useText("builder");
  const inCommands = useText("commands");
  const { view, host } = useServices();
  const linesUnder = (heading: (typeof HEADINGS)[number] | undefined): Line[] =>
    COMMANDS.filter(({ help, keys }) => help === heading && keys.length > 0).map(({ id, keys }) => ({
      id,
      what: commandName(id, inCommands),
      chords: keys.flatMap(({ spare, chord }) => (spare ? [] : [chord])),
    }));
  const hosted = host.current.flatMap(({ id, label, keys = [] }): Line[] => {
    const chords = keys.filter((chord) => !isEditorChord(chord));
    return chords.length > 0 ? [{ id: `host:${id}`, what: label, chords }] : [];
  });
  const sections = [
    ...HEADINGS.map((name) => ({ name: t(`help.${name}`), lines: linesUnder(name) })),
    { name: inCommands("section.arrange"), lines: linesUnder(undefined) },
    { name: inCommands("section.automation"), lines: hosted },
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && view.getState().set({ asking: null })}
      title={t("help.title")}
      size="lg"
      forReading
      footer={host.current
        .filter(({ helps }) => helps)
        .map(({ id, label, run }) => (
          <Button
            key={id}
            onClick={() => {
              view.getState().set({ asking: null });
              run();
            }}
          >
            {label}
          </Button>
        ))}
    >
      <div className={styles["sections"]}>
        {sections
          .filter(({ lines }) => lines.length > 0)
          .map(({ name, lines }) => (
            <section key={name}>
              <h3 className={styles["heading"]}>{name}</h3>
              <dl className={styles["rows"]}>
                {lines.map(({ id, what, chords }) => (
                  <div key={id} className={styles["row"]}>
                    <dt>{what}</dt>
                    <dd>
                      {chords.map((chord) => (
                        <Kbd key={chord}>{shortcutLabel(chord)}</Kbd>
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
