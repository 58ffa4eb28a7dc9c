import type { Automation } from "@trilho/api-client";
import { useState } from "react";
import { toast } from "../../ui/dialogs/toast.ts";
import { useSetEnabled } from "../../data/automations.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { SwitchOff } from "./lazy-switch-off.tsx";
import { useKeptWords } from "../../features/outbox/use-kept-words.ts";
import type { Meant } from "../../features/switching/use-bulk.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/fields/switch.tsx";

/** Asks before waiting runs are given up, else switches at once; when the server refuses, it goes back and a toast shows why. */
export function EnableSwitch({ automation }: { automation: Pick<Automation, "id" | "name" | "enabled"> }) {
  const t = useText("automations");
  const setEnabled = useSetEnabled();
  const keptWords = useKeptWords();
  const [leaving, setLeaving] = useState<Meant | null>(null);
  const { id, name, enabled } = automation;
  function change(next: boolean) {
    setEnabled.mutate(
      { id, enabled: next },
      {
        onSuccess: async (switched) =>
          toast.success(t(next ? "enabledToast" : "disabledToast", { name }), {
            description: next ? await keptWords(switched) : undefined,
          }),
        onError: (error) => {
          const { title, advice } = describeError(error);
          toast.error(t("enableFailed", { name }), { description: `${title}. ${advice}` });
        },
      },
    );
  }
  const close = () => setLeaving(null);
  return (
    <>
      <Switch
        label={t("enable", { name })}
        hideLabel
        checked={enabled}
        onCheckedChange={(next) => (next ? change(true) : setLeaving([{ id, name }]))}
      />
      <SwitchOff meant={leaving} onOff={() => change(false)} onClose={close} onGiveUp={close} />
    </>
  );
}
