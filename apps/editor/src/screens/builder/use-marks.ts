import { useEffect, useMemo, useRef, useState } from "react";
import { navigate, runsPath } from "../../browser/location.ts";
import { useWaitingRuns } from "../../data/runs.ts";
import type { Overlay } from "../../document/view-store.ts";
import { waitingAtGone, waitingOverlay } from "../../document/overlays/waiting-overlay.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";

/**
 * What lies over the drawing while it is built: where runs went, once that is set, or else where the stored one's wait. A mark
 * goes with its step, so it is said then that runs wait there.
 */
export function useMarks(
  id: string | null,
  definition: unknown,
): [marks: Overlay | null, setFlow: (marks: Overlay | null) => void] {
  const locale = useLocale();
  const t = useText("automation");
  const { data } = useWaitingRuns(id);
  const waiting = useMemo(() => {
    const open = (nodeId: string): void => navigate(runsPath(id ?? "", { status: "waiting", nodeId }));
    return waitingOverlay(data ?? [], locale, open);
  }, [id, data, locale]);
  const [flow, setFlow] = useState<Overlay | null>(null);
  const before = useRef(definition);
  useEffect(() => {
    const count = waitingAtGone(data ?? [], before.current, definition);
    before.current = definition;
    if (count > 0) toast(t("waitingAtDeleted", { count }), { description: t("waitingAtDeletedHint") });
  }, [data, definition, t]);
  return [flow ?? waiting, setFlow];
}
