import { TRIGGER_TYPES } from "@trilho/engine";
import { proposedEntry } from "@trilho/engine/trigger";
import { Clock, Handshake, MessageCircle, Plug, Zap } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { useMedia } from "../../browser/use-media.ts";
import { addNode, startWith } from "../../document/commands/add.ts";
import type { Command } from "../../document/commands/command.ts";
import { useEditor, useServices } from "../../document/context.ts";
import { catalogText } from "../../i18n/catalog.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChoiceList } from "./choice-list.tsx";
import styles from "./start-here.module.css";

const GROUPS = ["deal", "contact", "time", "integration"] as const;
const ICONS: Record<(typeof GROUPS)[number], ReactNode> = {
  deal: <Handshake />,
  contact: <MessageCircle />,
  time: <Clock />,
  integration: <Plug />,
};

/** Whoever is at one of these is doing something else, such as taking back. */
const CONTROLS = "a, button, input, textarea, select";

/** Stands where there is no step yet, and asks what starts the automation. The trigger's form opens with the answer. */
export function StartHere() {
  const t = useText("welcome");
  const settings = useEditor((state) => state.settings);
  const { store, view } = useServices();
  const start = (command: Command): void => {
    if (!store.getState().run(command)) return;
    const [id = null] = store.getState().selection.nodeIds;
    view.getState().set({ typed: "", sheet: "inspector" });
    view.getState().wantFocus("node", id);
  };
  return (
    <div className={styles["place"]}>
      {"triggerType" in settings ? (
        <TriggerPicker onPick={(triggerType) => start(startWith(triggerType, settings, proposedEntry(triggerType)))} />
      ) : (
        <EmptyState
          icon={<Zap />}
          title={t("pick.title")}
          action={
            <Button variant="primary" onClick={() => start(addNode({ type: "trigger" }, { kind: "free" }))}>
              {t("pick.add")}
            </Button>
          }
        />
      )}
    </div>
  );
}

function TriggerPicker({ onPick }: { onPick: (triggerType: string) => void }) {
  const t = useText("welcome");
  const inForm = useText("automation");
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  const touch = useMedia("(pointer: coarse)");
  // The one thing that there is to do. On a touch screen, a keyboard would cover the choices.
  useEffect(() => {
    if (!touch && !document.activeElement?.matches(CONTROLS)) panel.current?.querySelector("input")?.focus();
  }, [touch]);
  const groups = GROUPS.map((group) => ({
    name: inForm(`form.groups.${group}`),
    choices: Object.entries(TRIGGER_TYPES)
      .filter(([, type]) => type.group === group)
      .map(([key, { label, description }]) => ({
        key,
        name: catalogText(label),
        hint: catalogText(description),
        icon: (
          <span className={styles["icon"]} aria-hidden="true">
            {ICONS[group]}
          </span>
        ),
      })),
  }));
  return (
    <section ref={panel} className={styles["panel"]} aria-labelledby={title} data-testid="start-here">
      <h2 id={title} className={styles["title"]}>
        {t("pick.title")}
      </h2>
      <p className={styles["hint"]}>{t("pick.hint")}</p>
      <ChoiceList
        label={t("pick.title")}
        placeholder={t("pick.search")}
        nothing={t("pick.none")}
        groups={groups}
        onChoose={onPick}
      />
    </section>
  );
}
