import { LIMITS } from "@trilho/engine";
import { Search, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { hasWords } from "../../i18n/plain-text.ts";
import { useEditor, useServices } from "../../document/context.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { stepTypeDescription, stepTypeName, stepTypeWords } from "../../describe/step-kinds.ts";
import { useQuery } from "../../document/use-query.ts";
import { addStepAt } from "../../document/add-step-at.ts";
import { defaultSpot } from "../../document/commands/add.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { hasTrigger, isFull, sectionOf, stepKey, STEP_TYPES } from "../../document/steps.ts";
import type { StepType } from "../../document/steps.ts";
import { useDisabled } from "../../ui/use-disabled.ts";
import { usePaletteDrag } from "./use-palette-drag.ts";
import styles from "./palette.module.css";

const SECTIONS = ["trigger", "message", "crm", "flow", "integration"] as const;

interface PaletteProps {
  /** Where it covers the drawing, it can be closed. */
  onClose?: () => void;
}

/** All steps by purpose. A click or Enter adds behind the selection; a drag adds where it ends. */
export function Palette({ onClose }: PaletteProps) {
  const t = useText("builder");
  const { store, view } = useServices();
  const started = useEditor((state) => hasTrigger(state.definition));
  const readOnly = useEditor((state) => state.readOnly);
  const full = useEditor((state) => isFull(state.definition));
  const own = useState("");
  const asked = useQuery();
  const [query, setQuery] = onClose ? asked : own;
  const list = useRef<HTMLDivElement>(null);
  const hint = useId();

  const add = (step: StepType): void => {
    const { definition: current, selection } = store.getState();
    const spot = defaultSpot(current, selection.nodeIds.at(-1) ?? null, readingOrder(current).order);
    addStepAt({ store, view }, step, spot);
  };

  const matches = STEP_TYPES.filter((step) => {
    if (step.type === "trigger" && started) return false;
    return hasWords(`${stepTypeName(step)} ${stepTypeWords(step)}`, query.trim());
  });

  const shown = SECTIONS.flatMap((section) => matches.filter((step) => sectionOf(step) === section));

  const onSearchKey = (event: KeyboardEvent): void => {
    const [first] = matches;
    if (event.key === "Enter" && query.trim() !== "" && first) {
      event.preventDefault();
      add(first);
      setQuery("");
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>("button")?.focus();
    } else if (event.key === "Escape" && query !== "") {
      event.preventDefault();
      setQuery("");
    } else if (event.key === "Escape") {
      view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
    }
  };

  return (
    <section className={styles["palette"]} aria-label={t("palette.label")} data-testid="palette">
      <div className={styles["search"]}>
        <Search size={15} aria-hidden="true" />
        <input
          type="search"
          className={styles["input"]}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onSearchKey}
          placeholder={t("palette.search")}
          aria-label={t("palette.search")}
          data-palette-search
        />
        {onClose && <IconButton label={t("editor.close")} icon={<X />} onClick={onClose} />}
      </div>
      <output id={hint} className={styles["hint"]}>
        {full ? t("palette.full", { limit: LIMITS.nodes }) : t(onClose ? "palette.hintTouch" : "palette.hint")}
      </output>
      <div ref={list} className={styles["list"]} onKeyDown={moveFocus} role="presentation">
        {SECTIONS.map((section) => {
          const steps = matches.filter((step) => sectionOf(step) === section);
          if (steps.length === 0) return null;
          return (
            <section key={section} aria-label={t(`purpose.${section}`)} className={styles["section"]}>
              <h2 className={styles["heading"]}>{t(`purpose.${section}`)}</h2>
              {steps.map((step) => (
                <PaletteItem
                  key={stepKey(step)}
                  step={step}
                  tabbable={step === shown[0]}
                  disabled={readOnly || full}
                  hint={hint}
                  onAdd={add}
                />
              ))}
            </section>
          );
        })}
        {matches.length === 0 && <p className={styles["none"]}>{t("palette.none", { query })}</p>}
      </div>
    </section>
  );
}

interface PaletteItemProps {
  step: StepType;
  /** One item is in the tab order, arrow keys reach the others. */
  tabbable: boolean;
  disabled: boolean;
  hint: string;
  onAdd: (step: StepType) => void;
}

function PaletteItem({ step, tabbable, disabled, hint, onAdd }: PaletteItemProps) {
  const item = useRef<HTMLButtonElement>(null);
  const drag = usePaletteDrag(step, item);
  const pressable = useDisabled({
    disabled,
    onClick: () => {
      if (!drag.justDragged()) onAdd(step);
    },
  });
  return (
    <button
      type="button"
      ref={item}
      className={styles["item"]}
      tabIndex={tabbable ? 0 : -1}
      title={stepTypeDescription(step)}
      aria-describedby={hint}
      data-testid={`palette-${stepKey(step)}`}
      {...(disabled ? {} : drag.handlers)}
      {...pressable}
    >
      <StepIcon step={step} size="small" />
      <span>{stepTypeName(step)}</span>
    </button>
  );
}

/** Arrow keys go from step to step; the way up from the first one leads back to the search. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0 || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll("button")];
  const next = items.indexOf(event.target) + by;
  const search = event.currentTarget.parentElement?.querySelector("input");
  (next < 0 ? search : items[next])?.focus();
}
