import { FileWarning } from "lucide-react";
import { useText } from "../i18n/use-text.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** What stands where a value cannot be drawn; it is never changed, and another value is drawn as soon as it comes. */
export function Undrawable({ value }: { value: unknown }) {
  const t = useText("builder");
  return (
    <EmptyState icon={<FileWarning />} title={t("editor.undrawable")}>
      {t(value === null || value === undefined ? "editor.undrawableNothing" : "editor.undrawableHint")}
    </EmptyState>
  );
}
