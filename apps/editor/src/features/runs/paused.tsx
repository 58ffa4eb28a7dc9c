import type { Automation, RunPause } from "@trilho/api-client";
import { CirclePause, CirclePlay } from "lucide-react";
import { explainError } from "../../data/failures/describe-error.ts";
import { usePauseAutomation, usePauseWorkspace } from "../../data/run-pauses.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/dialogs/toast.ts";

type Own = ReturnType<typeof usePauseAutomation> | ReturnType<typeof usePauseWorkspace>;

/** Pauses what nothing pauses, and resumes what is paused. */
function PauseSwitch({ isPaused, own, size }: { isPaused: boolean; own: Own; size?: "sm" }) {
  const t = useText("runs");
  const act = (): void =>
    own.mutate(!isPaused, {
      onError: (error) => toast.error(t("paused.failed"), { description: explainError(error) }),
    });
  return (
    <Button
      {...(size !== undefined && { size })}
      icon={isPaused ? <CirclePlay /> : <CirclePause />}
      title={t(isPaused ? "paused.resumeHint" : "paused.pauseHint")}
      loading={own.isPending}
      onClick={act}
    >
      {t(isPaused ? "paused.resume" : "paused.pause")}
    </Button>
  );
}

const isBy = (pauses: readonly RunPause[] | undefined, wanted: RunPause["scope"]): boolean =>
  pauses?.some(({ scope }) => scope === wanted) ?? false;

export function PauseAutomation({ automation, size }: { automation: Automation; size?: "sm" }) {
  const own = usePauseAutomation(automation.id);
  return <PauseSwitch isPaused={isBy(automation.pauses, "automation")} own={own} {...(size && { size })} />;
}

export function PauseWorkspace({ pauses, size }: { pauses: readonly RunPause[]; size?: "sm" }) {
  const own = usePauseWorkspace();
  return <PauseSwitch isPaused={isBy(pauses, "workspace")} own={own} {...(size && { size })} />;
}

/** Shows what keeps runs where they are, and since when; nothing where nothing does. */
export function PausedBanner({ pauses, automation }: { pauses: readonly RunPause[]; automation?: Automation }) {
  const t = useText("runs");
  const locale = useLocale();
  return pauses.map(({ scope, since }) => (
    <Banner
      key={scope}
      tone="warning"
      icon={<CirclePause />}
      title={t(`paused.${scope}`, { when: formatInstant(since, locale) })}
      actions={[
        scope === "workspace" && <PauseWorkspace key="resume" pauses={pauses} size="sm" />,
        scope === "automation" && automation !== undefined && (
          <PauseAutomation key="resume" automation={automation} size="sm" />
        ),
      ]}
    >
      {t("paused.text")}
    </Banner>
  ));
}
