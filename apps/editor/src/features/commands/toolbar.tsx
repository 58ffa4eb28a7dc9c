import {
  ChevronDown,
  CirclePlay,
  Command,
  Ellipsis,
  Hammer,
  Keyboard,
  ListTree,
  Plus,
  Redo2,
  Text,
  Undo2,
  Workflow,
} from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { commandName } from "./command.ts";
import { shortcutOf } from "./table.ts";
import { useEditor, useServices, useView } from "../../document/context.ts";
import { commandLabel } from "../../describe/node-label.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import type { MenuAction } from "../../ui/dialogs/menu.tsx";
import { Popover } from "../../ui/dialogs/popover.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { ZoomControls } from "./zoom-controls.tsx";
import styles from "./toolbar.module.css";

const { Part: ChangeList, code: changesCode } = lazyPart(async () => (await import("./change-list.tsx")).ChangeList);

export { changesCode };

interface ToolbarProps {
  narrow: boolean;
  /** As narrow as a phone: what is used least goes into a menu. */
  tiny: boolean;
  beforeSimulate?: ReactNode;
  /** What the surrounding screen puts at the end. */
  children?: ReactNode;
}

export function Toolbar({ narrow, tiny, beforeSimulate, children }: ToolbarProps) {
  const t = useText("builder");
  const inCommands = useText("commands");
  const { view } = useServices();
  const mode = useView((state) => state.mode);
  const shown = useView((state) => state.view);
  const classes = [styles["toolbar"], tiny && styles["tiny"]].filter(Boolean).join(" ");
  return (
    <div className={classes} role="toolbar" aria-label={t("toolbar.label")}>
      {narrow && (
        <div className={styles["group"]}>
          <IconButton
            label={t("toolbar.addStep")}
            icon={<Plus />}
            onClick={() => view.getState().set({ sheet: "palette" })}
          />
        </div>
      )}
      <TimeTravel tiny={tiny} />
      {shown === "canvas" && !narrow && <ZoomControls />}
      <ViewSwitch />
      <span className={styles["space"]} />
      {beforeSimulate}
      <Button
        size="sm"
        className={styles["simulate"] ?? ""}
        aria-label={t("toolbar.simulate")}
        variant={mode === "simulate" ? "primary" : "secondary"}
        icon={mode === "simulate" ? <Hammer size={15} /> : <CirclePlay size={15} />}
        data-tour="simulate"
        title={t("toolbar.simulateHint")}
        aria-pressed={mode === "simulate"}
        onClick={() => toggleSimulation(view.getState())}
      >
        {t("toolbar.simulate")}
      </Button>
      {!tiny && (
        <IconButton
          size="sm"
          label={commandName("commands", inCommands)}
          shortcut={shortcutOf("commands")}
          icon={<Command />}
          onClick={() => view.getState().set({ asking: { kind: "commands" } })}
        />
      )}
      {!narrow && (
        <IconButton
          size="sm"
          label={t("toolbar.help")}
          shortcut={shortcutOf("help")}
          icon={<Keyboard />}
          onClick={() => view.getState().set({ asking: { kind: "help" } })}
        />
      )}
      {children}
    </div>
  );
}

type View = ReturnType<ReturnType<typeof useServices>["view"]["getState"]>;

function toggleSimulation(view: View): void {
  const simulating = view.mode === "simulate";
  view.set({ mode: simulating ? "build" : "simulate", highlight: null, sheet: null });
}

/** What a phone has no room for. */
function MoreMenu({ redo }: { redo: MenuAction }) {
  const t = useText("builder");
  const inCommands = useText("commands");
  const { view } = useServices();
  const ask = (kind: "commands" | "help") => (): void => view.getState().set({ asking: { kind } });
  return (
    <Menu
      align="start"
      trigger={<IconButton size="sm" label={t("toolbar.more")} icon={<Ellipsis />} />}
      items={[
        redo,
        null,
        { label: commandName("commands", inCommands), icon: <Command />, onSelect: ask("commands") },
        { label: t("toolbar.help"), icon: <Keyboard />, onSelect: ask("help") },
      ]}
    />
  );
}

/** All that was done, to go back or forward to any of it. */
function ChangesButton({ disabled }: { disabled: boolean }) {
  const t = useText("builder");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      align="start"
      title={t("changes.label")}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          size="sm"
          label={t("changes.label")}
          icon={<ChevronDown />}
          disabled={disabled}
          data-testid="changes"
        />
      }
    >
      <ChangeList onDone={() => setOpen(false)} />
    </Popover>
  );
}

function TimeTravel({ tiny }: { tiny: boolean }) {
  const t = useText("builder");
  const { store } = useServices();
  const readOnly = useEditor((state) => state.readOnly);
  const last = useEditor(({ history }) => history.past.at(-1));
  const next = useEditor(({ history }) => history.future[0]);
  const undo = last ? t("toolbar.undoWhat", { what: commandLabel(last.label, t) }) : t("toolbar.undo");
  const redo = next ? t("toolbar.redoWhat", { what: commandLabel(next.label, t) }) : t("toolbar.redo");
  return (
    <div className={styles["group"]}>
      <IconButton
        size="sm"
        label={undo}
        shortcut={shortcutOf("undo")}
        icon={<Undo2 />}
        disabled={!last || readOnly}
        onClick={() => store.getState().undo()}
        data-testid="undo"
      />
      {!tiny && <ChangesButton disabled={(!last && !next) || readOnly} />}
      {tiny ? (
        <MoreMenu
          redo={{
            label: redo,
            icon: <Redo2 />,
            disabled: !next || readOnly,
            onSelect: () => void store.getState().redo(),
          }}
        />
      ) : (
        <IconButton
          size="sm"
          label={redo}
          shortcut={shortcutOf("redo")}
          icon={<Redo2 />}
          disabled={!next || readOnly}
          onClick={() => store.getState().redo()}
          data-testid="redo"
        />
      )}
    </div>
  );
}

function ViewSwitch() {
  const t = useText("builder");
  const { view } = useServices();
  const shown = useView((state) => state.view);
  const choices = [
    { key: "canvas", icon: <Workflow size={15} /> },
    { key: "outline", icon: <ListTree size={15} /> },
    { key: "sentences", icon: <Text size={15} /> },
  ] as const;
  return (
    <fieldset className={styles["switch"]} aria-label={t("toolbar.view")}>
      {choices.map(({ key, icon }) => (
        <button
          key={key}
          type="button"
          className={styles["choice"]}
          aria-pressed={shown === key}
          onClick={() => view.getState().set({ view: key })}
        >
          <span aria-hidden="true">{icon}</span>
          <span className={styles["choiceName"]}>{t(`toolbar.${key}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
