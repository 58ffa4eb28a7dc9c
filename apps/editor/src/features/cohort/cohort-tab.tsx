import type { Facts } from "@trilho/engine";
import { Play, RotateCw, Square, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useStore } from "zustand";
import { useClientIfAny } from "../../data/client-provider.tsx";
import { useFields } from "../../data/use-fields.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { simulationErrorText } from "../../i18n/engine-text.ts";
import { shareFormat } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import css from "../../simulation/simulate.module.css";
import type { SimulateTabProps } from "../../simulation/tab.ts";
import { useNewDraft } from "../../simulation/use-simulation.ts";
import { useSetting } from "../../simulation/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { Status } from "../../ui/status.tsx";
import { CohortForm } from "./cohort-form.tsx";
import { CohortResults } from "./cohort-results.tsx";
import { cohortEssence } from "./cohort-store.ts";
import type { Cohort } from "./cohort-store.ts";
import own from "./cohort.module.css";
import { heatOverlay } from "../../document/overlays/heat-overlay.ts";
import { useRealDeals } from "./real-deals.ts";
import { askedFields } from "./rules.ts";
import { cohortModel } from "./settings.ts";
import type { CohortWorld } from "./settings.ts";

interface Props extends SimulateTabProps {
  cohort: Cohort;
}

/** A great many deals at once, and where they went. */
export function CohortTab(props: Props) {
  const { definition, trigger, cohort, onOverlay, onSelectNode } = props;
  const t = useText("cohort");
  const lookup = useLookup();
  const client = useClientIfAny();
  const { settings, progress, ran, failure } = useStore(cohort.store);
  const wanted = settings.from === "mine";
  const real = useRealDeals(props.automation.pipelineId ?? null, wanted);
  const world = useWorld(props, real.deals);
  const lacksDeals = wanted && client !== null && real.deals.length === 0;
  const model = useMemo(() => cohortModel(settings, world), [settings, world]);
  const isStale = useMemo(
    () => ran !== null && ran.essence !== cohortEssence(definition, model, settings),
    [ran, definition, model, settings],
  );
  useHeat(ran, onOverlay);
  const start = (): void => cohort.start(definition, model);
  return (
    <div className={css.scroll}>
      <p className={css.note}>{t("intro")}</p>
      <CohortForm
        settings={settings}
        world={world}
        names={{ definition, lookup, trigger }}
        real={client && real}
        onChange={cohort.change}
      />
      {progress ? <Progress {...progress} /> : null}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        variant={progress || (ran && !isStale) ? "secondary" : "primary"}
        icon={progress ? <Square size={13} /> : <Play size={15} />}
        disabled={lacksDeals && !progress}
        onClick={progress ? cohort.cancel : start}
      >
        {progress ? t("cancel") : t("run", { count: settings.size })}
      </Button>
      {failure === null ? null : (
        <p className={own.failure} role="alert">
          {t("failed", {
            message: (typeof failure === "string" ? failure : simulationErrorText(failure)) || t("notLoaded"),
          })}
        </p>
      )}
      {ran && isStale && !progress ? (
        <div className={own.stale}>
          <TriangleAlert size={15} aria-hidden="true" />
          <Status>{t("stale")}</Status>
          <Button size="sm" icon={<RotateCw size={14} />} onClick={start}>
            {t("again")}
          </Button>
        </div>
      ) : null}
      {ran && ran.result.runs > 0 ? (
        <CohortResults
          ran={ran}
          isStale={isStale}
          names={{ definition, lookup, trigger }}
          onSelectNode={onSelectNode}
        />
      ) : null}
    </div>
  );
}

function useWorld({ definition, automation }: SimulateTabProps, deals: readonly Facts[]): CohortWorld {
  const { conditions = null } = automation;
  const fields = useFields();
  const { trigger, businessHours, catalogue, writing } = useSetting(definition);
  const timeZone = writing?.timeZone;
  const { facts, startAt, keepHours } = useNewDraft(definition, automation);
  return useMemo(
    () => ({
      definition,
      trigger,
      asked: askedFields(definition, conditions ?? undefined, fields),
      facts,
      startAt,
      keepHours,
      businessHours,
      timeZone,
      catalogue,
      deals,
    }),
    [definition, trigger, conditions, fields, facts, startAt, keepHours, businessHours, timeZone, catalogue, deals],
  );
}

/** Lays the result over the drawing while the tab is shown. */
function useHeat(ran: Parameters<typeof heatOverlay>[0] | null, onOverlay: SimulateTabProps["onOverlay"]): void {
  const t = useText("cohort");
  const locale = useLocale();
  const overlay = useMemo(() => {
    const count = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
    const share = shareFormat(locale);
    const visits = (number: number, part: number): string =>
      t("result.visits", { count: count.format(number), share: share(part) });
    return ran && heatOverlay(ran, { share, visits });
  }, [ran, t, locale]);
  const notify = useEffectEvent(onOverlay);
  useEffect(() => {
    notify(overlay);
  }, [overlay]);
  useEffect(() => () => notify(null), []);
}

function Progress({ done, size }: { done: number; size: number }) {
  const t = useText("cohort");
  const locale = useLocale();
  const number = new Intl.NumberFormat(locale);
  return (
    <div className={own.progress}>
      <progress className={own.bar} aria-label={t("progress")} value={done} max={size} />
      <span className={own.small}>{t("running", { done: number.format(done), size: number.format(size) })}</span>
    </div>
  );
}
