import type { SimulationResult } from "@trilho/engine";
import { Copy, EllipsisVertical, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatDuration } from "../../i18n/duration.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { ShownDraft } from "../../simulation/scenarios.ts";
import css from "./scenario-bar.module.css";
import { STATUS_LOOK } from "../../describe/status-look.ts";
import type { Simulation } from "../../simulation/use-simulation.ts";

interface Props {
  simulation: Simulation;
  readOnly: boolean;
}

/** The scenarios side by side, saved and tried, each with how it ends, and what can be done with them. */
export function ScenarioBar({ simulation, readOnly }: Props) {
  const t = useText("simulate");
  const [renaming, setRenaming] = useState(false);
  const { shown, results, current } = simulation;
  const { name } = current.draft;
  const list = useRef<HTMLUListElement>(null);
  const place = shown.indexOf(current);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void list.current?.children.item(place)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [place]);
  const locked = readOnly && current.kind !== "trial";
  return (
    <div className={css.scenarios}>
      <div className={css.row}>
        <ul ref={list} className={css.scenarioList} aria-label={t("scenario.list")}>
          {shown.map((each) => (
            <li key={each.draft.id}>
              <ScenarioCard
                shown={each}
                result={results.get(each.draft.id)}
                isCurrent={each.draft.id === current.draft.id}
                onShow={() => simulation.show(each.draft.id)}
              />
            </li>
          ))}
        </ul>
        <IconButton size="sm" label={t("scenario.add")} icon={<Plus />} onClick={simulation.add} />
        <Menu
          trigger={<IconButton size="sm" label={t("scenario.options", { name })} icon={<EllipsisVertical />} />}
          items={[
            { label: t("scenario.rename"), icon: <Pencil />, disabled: locked, onSelect: () => setRenaming(true) },
            { label: t("scenario.duplicate"), icon: <Copy />, onSelect: simulation.duplicate },
            null,
            {
              label: t("scenario.remove"),
              icon: <Trash2 />,
              danger: true,
              disabled: locked || (shown.length === 1 && current.kind === "trial"),
              onSelect: simulation.remove,
            },
          ]}
        />
      </div>
      {renaming ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setRenaming(false);
          }}
        >
          <TextField
            label={t("scenario.name")}
            hideLabel
            value={name}
            maxLength={80}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to rename it a moment ago
            autoFocus
            onValueChange={simulation.rename}
            onBlur={() => setRenaming(false)}
            onKeyDown={(event) => {
              if (event.key === "Escape") setRenaming(false);
            }}
          />
        </form>
      ) : null}
    </div>
  );
}

interface CardProps {
  shown: ShownDraft;
  result: SimulationResult | undefined;
  isCurrent: boolean;
  onShow: () => void;
}

function ScenarioCard({ shown: { draft, kind }, result, isCurrent, onShow }: CardProps) {
  const t = useText("simulate");
  const inScenarios = useText("scenarios");
  const { tone, Icon } = STATUS_LOOK[result?.status ?? "queued"];
  const duration = result && result.durationMs >= 1000 ? formatDuration(result.durationMs / 1000, 1) : t("atOnce");
  const status = t(`status.${result?.status ?? "queued"}`);
  return (
    <button
      type="button"
      className={css.scenario}
      data-kind={kind}
      aria-pressed={isCurrent}
      aria-label={`${t("scenario.said", { name: draft.name, status, duration })}, ${inScenarios(`kind.${kind}`)}`}
      onClick={onShow}
    >
      <span className={css.scenarioIcon} data-tone={tone}>
        <Icon size={14} aria-hidden="true" />
      </span>
      <span className={css.scenarioName}>{draft.name}</span>
      <span className={css.scenarioTime}>{duration}</span>
    </button>
  );
}
