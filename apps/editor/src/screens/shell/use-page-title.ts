import { useEffect } from "react";
import { useText } from "../../i18n/use-text.ts";

/** Names the browser's tab: "Welcome VIPs · Trilho". */
export function usePageTitle(title: string): void {
  const t = useText("common");
  const name = t("appName");
  useEffect(() => {
    document.title = title === "" ? name : `${title} · ${name}`;
  }, [title, name]);
}
