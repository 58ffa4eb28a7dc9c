import type { Automation } from "@trilho/api-client";
import { GitCompareArrows, History, Info, X } from "lucide-react";
import { useText } from "../../i18n/useText.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { TimeAgo } from "../TimeAgo.tsx";
import { blankDraft, draftOf } from "./draft.ts";
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
  const common = useText("common");
  const { base, shelved, restoredFrom } = edited;
  if (restoredFrom !== null) {
    const discard = () => edited.discardRestored(stored, stored === null ? blankDraft(t("newName")) : draftOf(stored));
    return (
      <Status className={styles["banner"]}>
        <History aria-hidden="true" />
        <span className={styles["text"]}>
          {t("restored.text")} <TimeAgo at={restoredFrom} />
        </span>
        <Button size="sm" onClick={discard}>
          {t("restored.discard")}
        </Button>
        <IconButton size="sm" label={common("close")} icon={<X />} onClick={edited.keepRestored} />
      </Status>
    );
  }
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
