import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { useDefinition, useLabels, useServices, useView } from "../../document/context.ts";
import { drawnId, notesOf } from "../../document/notes/notes.ts";
import { focusSelection } from "../../document/selection-commands.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { matchesOf } from "./matches.ts";
import styles from "./find-bar.module.css";

/** Searches the drawing: a step that is found is selected, a note is marked, and both are brought into sight. */
export function FindBar() {
  const isOpen = useView((state) => state.finding);
  return isOpen ? <Bar /> : null;
}

function Bar() {
  const t = useText("builder");
  const services = useServices();
  const { store, view, canvas } = services;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [current, setCurrent] = useState(0);
  const definition = useDefinition();
  const labels = useLabels();
  const found = useMemo(() => matchesOf(definition, labels, typed), [definition, labels, typed]);
  useEffect(() => field.current?.focus(), []);
  const at = found.length === 0 ? 0 : current % found.length;

  const show = (ids: readonly string[], index: number): void => {
    const id = ids[index];
    setCurrent(index);
    const note = id === undefined ? undefined : notesOf(definition).find((each) => drawnId(each) === id);
    view.getState().set({ foundNote: note?.id ?? null });
    if (id === undefined) return;
    store.getState().select(note ? {} : { nodeIds: [id] });
    canvas.current?.show([id]);
  };
  const step = (by: number): void => {
    if (found.length > 0) show(found, (at + by + found.length) % found.length);
  };
  const close = (): void => {
    const { foundNote, set, wantFocus } = view.getState();
    set({ finding: false, foundNote: null });
    if (foundNote === null) focusSelection(services);
    else wantFocus("node", foundNote);
  };
  const words =
    typed.trim() === ""
      ? ""
      : found.length === 0
        ? t("find.none")
        : t("find.count", { index: at + 1, count: found.length });
  return (
    <search className={styles["bar"]} aria-label={t("find.label")} data-testid="find-bar">
      <input
        ref={field}
        type="search"
        className={styles["field"]}
        aria-label={t("find.placeholder")}
        placeholder={t("find.placeholder")}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          show(matchesOf(definition, labels, value), 0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
        }}
      />
      <output className={styles["count"]}>{words}</output>
      <IconButton
        size="sm"
        label={t("find.previous")}
        shortcut="Shift+Enter"
        icon={<ChevronUp />}
        disabled={found.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        size="sm"
        label={t("find.next")}
        shortcut="Enter"
        icon={<ChevronDown />}
        disabled={found.length === 0}
        onClick={() => step(1)}
      />
      <IconButton size="sm" label={t("find.close")} shortcut="Esc" icon={<X />} onClick={close} />
    </search>
  );
}
