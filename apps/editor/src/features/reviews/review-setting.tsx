import { useState } from "react";
import { describeError } from "../../data/failures/describe-error.ts";
import { useWorkspace } from "../../data/reference.ts";
import { useSetAutomationReview } from "../../data/workspace.ts";
import { useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import { Switch } from "../../ui/fields/switch.tsx";

/** Whether the workspace has changes of automations reviewed; nothing where its service knows no reviews. */
export function ReviewSetting() {
  const t = useText("reviews");
  const { data } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const set = useSetAutomationReview();
  // A service of the contract alone may answer without it.
  if (typeof data?.automationReview !== "boolean") return null;
  const change = (automationReview: boolean): void => {
    setBusy(true);
    set(automationReview)
      .catch((error: unknown) => toast.error(t("setting.failed"), { description: describeError(error).advice }))
      .finally(() => setBusy(false));
  };
  return (
    <Switch
      label={t("setting.label")}
      hint={t("setting.hint")}
      checked={data.automationReview}
      disabled={busy}
      onCheckedChange={change}
    />
  );
}
