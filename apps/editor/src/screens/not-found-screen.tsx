import { Compass } from "lucide-react";
import { useText } from "../i18n/use-text.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { navigate } from "../browser/location.ts";
import { Shell } from "./shell/shell.tsx";

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
