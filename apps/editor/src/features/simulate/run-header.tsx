import type { SimulationResult } from "@trilho/engine";
import { CirclePause, History, TriangleAlert } from "lucide-react";
import { simulationErrorText } from "../../i18n/engine-text.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { useText } from "../../i18n/use-text.ts";
import css from "./run-header.module.css";
import { STATUS_LOOK } from "../../describe/status-look.ts";
import type { StepView } from "../../simulation/view.ts";

/** How the run ends, in words, with colour and icon. */
export function RunHeader({ result }: { result: SimulationResult }) {
  const t = useText("simulate");
  const { tone, Icon } = STATUS_LOOK[result.status];
  if (result.error) {
    return (
      <div className={css.banner} data-tone="danger" role="alert">
        <TriangleAlert size={18} aria-hidden="true" />
        <div>
          <strong>{t(`error.${result.error.code}`)}</strong>
          <p>{simulationErrorText(result.error)}</p>
        </div>
      </div>
    );
  }
  const seconds = Math.round(result.durationMs / 1000);
  return (
    <div className={css.banner} data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <strong>{t(`status.${result.status}`)}</strong>{" "}
        {seconds > 0 ? t("after", { duration: formatDuration(seconds, 2) }) : t("atOnce")}
      </div>
    </div>
  );
}

/** Says that the automation's own conditions would keep this deal out. */
export function NotStarted({ conditions }: { conditions: string }) {
  const t = useText("simulate");
  return (
    <div className={css.banner} data-tone="warning">
      <CirclePause size={18} aria-hidden="true" />
      <div>
        <strong>{t("notStarted.title")}</strong>
        <p>{t("notStarted.text", { conditions })}</p>
      </div>
    </div>
  );
}

/** Up to where a real run is repeated, and whether it could be. */
export function GoesOn({ node, parted }: { node: string; parted: boolean }) {
  const t = useText("simulate");
  return (
    <div className={css.banner} data-tone={parted ? "warning" : "info"}>
      {parted ? <TriangleAlert size={18} aria-hidden="true" /> : <History size={18} aria-hidden="true" />}
      <div>
        <strong>{t(parted ? "real.parted" : "real.title", { node })}</strong>
        <p>{t(parted ? "real.partedText" : "real.text")}</p>
      </div>
    </div>
  );
}

/** The step that the timeline stands at. */
export function CurrentStep({ step }: { step: StepView }) {
  const t = useText("simulate");
  return (
    <div className={css.now}>
      <p className={css.nowWhen}>
        {step.when}
        {" · "}
        {step.elapsed ? t("timeline.elapsed", { duration: step.elapsed }) : t("timeline.start")}
      </p>
      <p className={css.nowNode}>{step.node}</p>
      <p className={css.nowWhy}>{step.why}</p>
    </div>
  );
}
