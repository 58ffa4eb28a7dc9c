import { useText } from "../i18n/useText.ts";
import { Status } from "../ui/Status.tsx";
import { Shell } from "./shell/Shell.tsx";

/** While a screen's program is on its way. */
export function LoadingScreen() {
  const t = useText("common");
  return (
    <Shell title="">
      <Status hidden>{t("loading")}</Status>
    </Shell>
  );
}
