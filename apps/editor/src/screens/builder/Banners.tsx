import type { Automation } from "@trilho/api-client";
import { GitCompareArrows, Info } from "lucide-react";
import { useText } from "../../i18n/useText.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./Banners.module.css";
import { downloadDraft } from "./draftFile.ts";
import type { useDraft } from "./useDraft.ts";
import { Status } from "../../ui/Status.tsx";

interface BannersProps {
  edited: ReturnType<typeof useDraft>;
  /** What the server has now. */
  stored: Automation | null;
  pushing: boolean;
  onCompare: (theirs: Automation) => void;
}

/** Below the header: that somebody else pushed, or that a draft was set aside. */
export function Banners({ edited, stored, pushing, onCompare }: BannersProps) {
  const t = useText("automation");
  const { base, shelved } = edited;
  if (shelved !== null) {
    return (
      <Status className={styles["banner"]}>
        <Info aria-hidden="true" />
        <span className={styles["text"]}>{t("shelved.text", { version: base?.version ?? "" })}</span>
        <Button size="sm" variant="primary" onClick={edited.reopenMine}>
          {t("shelved.back")}
        </Button>
        <Button size="sm" onClick={() => downloadDraft(shelved.draft)}>
          {t("shelved.download")}
        </Button>
        <Button size="sm" variant="ghost" onClick={edited.discardMine}>
          {t("shelved.discard")}
        </Button>
      </Status>
    );
  }
  if (pushing || base === null || stored === null || stored.version <= base.version) return null;
  return (
    <Status className={styles["banner"]}>
      <GitCompareArrows aria-hidden="true" />
      <span className={styles["text"]}>{t("newer.text", { version: stored.version })}</span>
      <Button size="sm" onClick={() => onCompare(stored)}>
        {t("newer.action")}
      </Button>
    </Status>
  );
}
