import { CloudOff } from "lucide-react";
import { createContext, use } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import styles from "./not-loaded.module.css";

/** Loads the whole page again, where that costs nothing; null where the page is somebody else's. */
export const ReloadContext = createContext<(() => void) | null>(null);

export interface NotLoadedProps {
  /** Lies over the page instead of standing in the part's place. */
  above: boolean;
  /** It was tried more than once: the page may be older than what the server has now. */
  stubborn: boolean;
  onRetry: () => void;
  /** Gives up what was asked for. */
  onClose?: (() => void) | undefined;
}

/** A part of the program could not be loaded: the connection is gone, or the server. It comes by itself once it can be had. */
export function NotLoaded({ above, stubborn, onRetry, onClose }: NotLoadedProps) {
  const t = useText("common");
  const reload = use(ReloadContext);
  return (
    <div role="alert" className={above ? styles["above"] : undefined} data-testid="not-loaded">
      <EmptyState
        icon={<CloudOff />}
        title={t("notLoaded.title")}
        action={
          <>
            {onClose && (
              <Button size="sm" onClick={onClose}>
                {t("close")}
              </Button>
            )}
            {stubborn && reload && (
              <Button size="sm" onClick={reload}>
                {t("crash.reload")}
              </Button>
            )}
            <Button size="sm" variant="primary" onClick={onRetry}>
              {t("tryAgain")}
            </Button>
          </>
        }
      >
        {t("notLoaded.text")}
      </EmptyState>
    </div>
  );
}
