import { useEffect, useEffectEvent, useState } from "react";
import { useCountWaiting } from "./count-waiting.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { useLast } from "../../ui/use-last.ts";
import { useBulk, type Meant } from "./use-bulk.ts";

export interface SwitchOffProps {
  /** What somebody wants off; null for nothing. */
  meant: Meant | null;
  onOff: (meant: Meant) => void;
  /** It is dealt with, whichever way. */
  onClose: () => void;
}

/** Switches off at once where no run waits; else says how many would be given up, and asks. */
export function SwitchOff({ meant, onOff, onClose }: SwitchOffProps) {
  const t = useText("glance");
  const count = useCountWaiting();
  const { act } = useBulk();
  const [asked, setAsked] = useState<{ meant: Meant; runs: number } | null>(null);
  const counted = useEffectEvent((of: Meant, runs: number) => {
    if (runs > 0) return setAsked({ meant: of, runs });
    onClose();
    onOff(of);
  });
  const begin = useEffectEvent(count);
  useEffect(() => {
    if (meant === null) return;
    const asking = new AbortController();
    const ids = meant.map(({ id }) => id);
    void begin(ids, asking.signal).then((runs) => !asking.signal.aborted && counted(meant, runs));
    return () => asking.abort();
  }, [meant]);
  const { meant: all, runs } = useLast(asked) ?? { meant: [], runs: 0 };
  const close = () => {
    setAsked(null);
    onClose();
  };
  const then = (doIt: (meant: Meant) => void) => () => {
    close();
    doIt(all);
  };
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && close()}
      title={t("switchOff.title", { count: all.length, name: all[0]?.name ?? "" })}
      description={t("switchOff.waiting", { count: runs })}
      danger
      confirmLabel={t("off")}
      onConfirm={then(onOff)}
      also={<Button onClick={then((of) => act("pause", of))}>{t("switchOff.pause")}</Button>}
    />
  );
}
