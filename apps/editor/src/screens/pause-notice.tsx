import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { usePauses } from "../data/client-provider.tsx";
import { formatDuration } from "../i18n/duration.ts";
import { useText } from "../i18n/use-text.ts";
import { Status } from "../ui/status.tsx";
import styles from "./pause-notice.module.css";

const SECOND_MS = 1_000;

/** Says that nothing comes because the service asked for a pause, and when it is asked again. */
export function PauseNotice() {
  const until = useStore(usePauses(), (state) => state.until);
  return until === null ? null : <Countdown key={until} until={until} />;
}

function Countdown({ until }: { until: number }) {
  const t = useText("common");
  const [first] = useState(() => Math.ceil((until - Date.now()) / SECOND_MS));
  const [left, setLeft] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.ceil((until - Date.now()) / SECOND_MS)), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [until]);
  if (left <= 0) return null;
  return (
    <>
      {/* Read out once, not with every second. */}
      <Status hidden>{t("pause", { wait: formatDuration(first, 2) })}</Status>
      <div className={styles["notice"]} aria-hidden="true" data-testid="pause">
        <Hourglass size={16} />
        {t("pause", { wait: formatDuration(left, 2) })}
      </div>
    </>
  );
}
