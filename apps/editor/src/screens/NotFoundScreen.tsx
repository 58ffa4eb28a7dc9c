import { Compass } from "lucide-react";
import { useText } from "../i18n/useText.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { navigate } from "../browser/location.ts";
import { Shell } from "./shell/Shell.tsx";

export function NotFoundScreen() {
  const t = useText("common");
  return (
    <Shell title={t("notFound.title")}>
      <EmptyState
        icon={<Compass />}
        title={t("notFound.title")}
        action={<Button onClick={() => navigate("/")}>{t("notFound.back")}</Button>}
      >
        {t("notFound.text")}
      </EmptyState>
    </Shell>
  );
}
