import { useMemo, useState } from "react";
import { navigate, runsPath } from "../../browser/location.ts";
import { useWaitingRuns } from "../../data/runs.ts";
import type { Overlay } from "../../document/view-store.ts";
import { waitingOverlay } from "../../document/overlays/waiting-overlay.ts";
import { useLocale } from "../../i18n/use-text.ts";

/** What lies over the drawing while it is built: where runs went, once that is set, or else where the stored one's wait. */
export function useMarks(id: string | null): [marks: Overlay | null, setFlow: (marks: Overlay | null) => void] {
  const locale = useLocale();
  const { data } = useWaitingRuns(id);
  const waiting = useMemo(() => {
    const open = (nodeId: string): void => navigate(runsPath(id ?? "", { status: "waiting", nodeId }));
    return waitingOverlay(data ?? [], locale, open);
  }, [id, data, locale]);
  const [flow, setFlow] = useState<Overlay | null>(null);
  return [flow ?? waiting, setFlow];
}
