import { useText } from "../../i18n/useText.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Spinner } from "../../ui/loading/Spinner.tsx";
import styles from "./Builder.module.css";

/** While comparing or merging is loaded. */
export function LayerSkeleton() {
  const t = useText("common");
  return (
    <div className={styles["layer"]}>
      <EmptyState icon={<Spinner size={22} />} title={t("loading")} />
    </div>
  );
}
