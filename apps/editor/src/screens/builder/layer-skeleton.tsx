import { useText } from "../../i18n/use-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import styles from "./builder.module.css";

/** While comparing or merging is loaded. */
export function LayerSkeleton() {
  const t = useText("common");
  return (
    <div className={styles["layer"]}>
      <EmptyState icon={<Spinner size={22} />} title={t("loading")} />
    </div>
  );
}
