import type { Automation } from "@trilho/api-client";
import { useState } from "react";
import { toast } from "../../ui/dialogs/toast.ts";
import { useSetEnabled } from "../../data/automations.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { SwitchOff } from "./lazy-dialogs.tsx";
import { useKeptWords } from "../../features/outbox/use-kept-words.ts";
import type { Meant } from "../../features/switching/use-bulk.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/fields/switch.tsx";
import styles from "./builder.module.css";
import { Tooltip } from "../../ui/dialogs/tooltip.tsx";

interface StoredSwitchProps {
  stored: Automation | null;
  dirty: boolean;
}

/** Switches the stored version on and off; what is not published yet has no part in it. */
export function StoredSwitch({ stored, dirty }: StoredSwitchProps) {
  const t = useText("automation");
  const list = useText("automations");
  const setEnabled = useSetEnabled();
  const keptWords = useKeptWords();
  const [leaving, setLeaving] = useState<Meant | null>(null);
  function change(enabled: boolean) {
    if (stored === null) return;
    const { id, name } = stored;
    setEnabled.mutate(
      { id, enabled },
      {
        onSuccess: async (automation) => {
          const told = enabled && [dirty && t("enableStored"), await keptWords(automation)].filter(Boolean).join(" ");
          toast.success(list(enabled ? "enabledToast" : "disabledToast", { name }), { description: told || undefined });
        },
        onError: (error) => {
          const { title, advice } = describeError(error);
          toast.error(list("enableFailed", { name }), { description: `${title}. ${advice}` });
        },
      },
    );
  }
  const close = () => setLeaving(null);
  return (
    <>
      <Tooltip content={stored === null ? t("enableFirst") : t("enableHint")}>
        <span className={styles["toggle"]}>
          <Switch
            label={t("enable")}
            hideLabel
            checked={stored?.enabled ?? false}
            disabled={stored === null}
            onCheckedChange={(next) => (next ? change(true) : setLeaving(stored && [stored]))}
          />
          <span aria-hidden="true">{t(stored?.enabled === true ? "on" : "off")}</span>
        </span>
      </Tooltip>
      <SwitchOff meant={leaving} onOff={() => change(false)} onClose={close} onGiveUp={close} />
    </>
  );
}
