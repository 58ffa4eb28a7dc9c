import { useText } from "../i18n/use-text.ts";
import { Status } from "../ui/status.tsx";
import { Shell } from "./shell/shell.tsx";

/** While a screen's program is on its way. */
export function LoadingScreen() {
  const t = useText("common");
  return (
    <Shell title="">
      <Status hidden>{t("loading")}</Status>
    </Shell>
  );
}
