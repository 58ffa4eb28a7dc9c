import { ApiError } from "@trilho/api-client";
import { disconnect } from "../../data/session.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../button.tsx";

/** What to do when a key is refused; nothing for other failures. */
export function ConnectAgain({ error }: { error: unknown }) {
  const t = useText("common");
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return null;
  return (
    <Button variant="primary" onClick={disconnect}>
      {t("connectAgain")}
    </Button>
  );
}
