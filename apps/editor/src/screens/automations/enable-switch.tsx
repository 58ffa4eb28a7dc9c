import type { Automation } from "@trilho/api-client";
import { toast } from "../../ui/dialogs/toast.ts";
import { useSetEnabled } from "../../data/automations.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/fields/switch.tsx";

/** Switches at once; when the server refuses, it goes back and a toast shows why. */
export function EnableSwitch({ automation }: { automation: Pick<Automation, "id" | "name" | "enabled"> }) {
  const t = useText("automations");
  const setEnabled = useSetEnabled();
  const { id, name, enabled } = automation;
  function change(next: boolean) {
    setEnabled.mutate(
      { id, enabled: next },
      {
        onSuccess: () => toast.success(t(next ? "enabledToast" : "disabledToast", { name })),
        onError: (error) => {
          const { title, advice } = describeError(error);
          toast.error(t("enableFailed", { name }), { description: `${title}. ${advice}` });
        },
      },
    );
  }
  return <Switch label={t("enable", { name })} hideLabel checked={enabled} onCheckedChange={change} />;
}
