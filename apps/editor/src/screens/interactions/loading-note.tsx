import { useText } from "../../i18n/use-text.ts";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { Status } from "../../ui/status.tsx";
import styles from "./interactions.module.css";

/** Where something is on its way; `children` say what. */
export function LoadingNote({ children }: { children?: string }) {
  const common = useText("common");
  return (
    <Status className={styles["loading"]}>
      <Spinner /> {children ?? common("loading")}
    </Status>
  );
}
