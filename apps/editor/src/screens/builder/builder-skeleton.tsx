import { useText } from "../../i18n/use-text.ts";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import styles from "./builder.module.css";
import { Status } from "../../ui/status.tsx";

export function BuilderSkeleton() {
  const t = useText("automation");
  return (
    <div className={styles["builder"]} aria-busy="true">
      <Status hidden>{t("loading")}</Status>
      <div className={styles["header"]}>
        <Skeleton width="34px" height="34px" radius="8px" />
        <Skeleton width="220px" height="18px" />
        <span className={styles["space"]} />
        <Skeleton width="96px" height="34px" radius="8px" />
      </div>
      <div className={styles["loadingBody"]}>
        <Skeleton width="220px" height="56px" radius="10px" />
        <Skeleton width="220px" height="56px" radius="10px" />
        <Skeleton width="220px" height="56px" radius="10px" />
      </div>
    </div>
  );
}
