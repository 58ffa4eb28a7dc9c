import { useText } from "../../i18n/useText.ts";
import { Skeleton } from "../../ui/loading/Skeleton.tsx";
import styles from "./Builder.module.css";
import { Status } from "../../ui/Status.tsx";

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
