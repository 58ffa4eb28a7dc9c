import { CircleAlert, CircleHelp, CloudOff, CloudUpload, Hourglass, ShieldQuestion } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useOnline } from "../../data/connection.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { failureOf } from "../../data/failures/failure.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { useText } from "../../i18n/use-text.ts";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { Banner } from "../../ui/banner.tsx";
import type { PublishPhase } from "./publish-state.ts";
import type { Publish } from "./use-publish.ts";

interface PublishBannerProps {
  publish: Publish;
}

type Of<Kind extends PublishPhase["kind"]> = Extract<PublishPhase, { kind: Kind }>;
type Drawn = { [Kind in PublishPhase["kind"]]: (phase: Of<Kind>, props: PublishBannerProps) => ReactNode };

const DRAWN: Drawn = {
  idle: () => null,
  sending: (phase, props) => <Sending key={phase.since} {...props} />,
  checking: (phase) => <Checking phase={phase} />,
  unknown: (phase, props) => <Unknown phase={phase} {...props} />,
  undecided: (phase, props) => <Undecided phase={phase} {...props} />,
  failed: (phase, props) => <Failed key={phase.until} phase={phase} {...props} />,
  waiting: (phase, props) => <Waiting phase={phase} {...props} />,
  odd: (phase, props) => <Odd phase={phase} {...props} />,
};

/** Where the publish stands, as long as it is not simply stored: never an unclear state, and always something to do. */
export function PublishBanner(props: PublishBannerProps) {
  const draw = DRAWN[props.publish.phase.kind] as (phase: PublishPhase, props: PublishBannerProps) => ReactNode;
  return draw(props.publish.phase, props);
}

const sentences = (...all: readonly string[]): string => all.filter((each) => each !== "").join(" ");

function Waiting({ publish, phase }: PublishBannerProps & { phase: Of<"waiting"> }) {
  const t = useText("automation");
  const online = useOnline();
  return (
    <Banner
      tone="warning"
      icon={<CloudOff />}
      title={t(online ? "offline.back" : "offline.title")}
      actions={[
        online && { label: t("publish"), variant: "primary", icon: <CloudUpload />, onPress: publish.goOn },
        phase.auto
          ? { label: t("offline.notAutomatically"), onPress: publish.dismiss }
          : { label: t("offline.publishLater"), icon: <CloudUpload />, onPress: () => publish.setAuto(true) },
      ]}
    >
      {t(phase.auto ? "offline.willPublish" : "offline.text")}
    </Banner>
  );
}

/** A publish that takes longer than this is spoken of. */
const SLOW_MS = 4_000;

function Sending({ publish }: PublishBannerProps) {
  const t = useText("automation");
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!slow) return null;
  return (
    <Banner
      icon={<Hourglass />}
      title={t("slow.title")}
      actions={[{ label: t("slow.cancel"), onPress: publish.cancel }]}
    >
      {t("slow.text")}
    </Banner>
  );
}

function Checking({ phase }: { phase: Of<"checking"> }) {
  const t = useText("automation");
  return <Banner icon={<Spinner size={16} />} title={t(phase.refused ? "conflict.fetching" : "unclear.checking")} />;
}

function Unknown({ publish, phase }: PublishBannerProps & { phase: Of<"unknown"> }) {
  const t = useText("automation");
  const { title, advice } = describeError(phase.error);
  return (
    <Banner
      tone="warning"
      icon={<CircleHelp />}
      title={t("unclear.title")}
      actions={[
        <ConnectAgain key="connect" error={phase.error} />,
        { label: t("unclear.ask"), variant: "primary", onPress: publish.settle },
        {
          label: t(phase.auto ? "offline.notAutomatically" : "unclear.auto"),
          onPress: () => publish.setAuto(!phase.auto),
        },
      ]}
    >
      {sentences(`${title}.`, advice, t(phase.auto ? "unclear.willPublish" : "unclear.text"))}
    </Banner>
  );
}

function Undecided({ publish, phase }: PublishBannerProps & { phase: Of<"undecided"> }) {
  const t = useText("automation");
  return (
    <Banner
      tone="warning"
      icon={<CircleHelp />}
      title={t("unclear.title")}
      actions={[
        !phase.repeatable && {
          label: t("undecided.list"),
          onPress: () => window.open("/", "_blank", "noopener"),
        },
        { label: t("undecided.again"), variant: "primary", onPress: publish.publish },
        { label: t("undecided.leave"), onPress: publish.dismiss },
      ]}
    >
      {sentences(t(phase.repeatable ? "undecided.repeatable" : "undecided.text"), t("kept"))}
    </Banner>
  );
}

function Failed({ publish, phase }: PublishBannerProps & { phase: Of<"failed"> }) {
  const t = useText("automation");
  const common = useText("common");
  const { title, advice, requestId } = describeError(phase.error);
  const { remedy } = failureOf(phase.error);
  const left = useSecondsUntil(phase.until);
  // Counted down on the button alone: nobody wants to hear every second.
  const [whole] = useState(left);
  const pause = left > 0 ? t("limited.wait", { wait: formatDuration(whole, 2) }) : t("limited.over");
  return (
    <Banner
      tone="danger"
      icon={<CircleAlert />}
      title={`${t("publishFailed")}: ${title}`}
      actions={[
        <ConnectAgain key="connect" error={phase.error} />,
        phase.until !== null &&
          left > 0 && {
            label: t(phase.auto ? "offline.notAutomatically" : "limited.auto"),
            onPress: () => publish.setAuto(!phase.auto),
          },
        remedy !== "reconnect" && {
          label: left > 0 ? t("limited.in", { wait: formatDuration(left, 2) }) : common("tryAgain"),
          variant: "primary",
          disabled: left > 0,
          onPress: publish.publish,
        },
        { label: common("close"), variant: "ghost", onPress: publish.dismiss },
      ]}
    >
      {sentences(
        phase.until === null ? advice : pause,
        t("kept"),
        requestId === null ? "" : `${common("requestId")} ${requestId}`,
      )}
    </Banner>
  );
}

function Odd({ publish, phase }: PublishBannerProps & { phase: Of<"odd"> }) {
  const t = useText("automation");
  return (
    <Banner
      tone="danger"
      icon={<ShieldQuestion />}
      title={t("odd.title")}
      actions={[
        { label: t("publish"), variant: "primary", onPress: publish.publish },
        { label: t("odd.close"), onPress: publish.dismiss },
      ]}
    >
      {sentences(t(phase.what === "version" ? "odd.version" : "odd.id"), t("kept"))}
    </Banner>
  );
}

/** Counts down to an instant, in whole seconds; 0 without one. */
function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
