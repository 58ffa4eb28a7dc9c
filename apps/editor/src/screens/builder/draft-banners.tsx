import { Copy, Eye, HardDriveDownload } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import { journalTrouble } from "../../features/drafts/journal.ts";
import { useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";

/** Shown once a page, when there is something to lose: this device does not keep drafts. */
export function Trouble({ draft, dirty, children }: { draft: Draft; dirty: boolean; children?: ReactNode }) {
  const t = useText("automation");
  const trouble = useStore(journalTrouble, (state) => state.trouble);
  const [seen, setSeen] = useState<typeof trouble>(null);
  if (trouble === null || seen === trouble || !dirty) return null;
  return (
    <Banner
      tone="warning"
      icon={<HardDriveDownload />}
      title={t(trouble === "full" ? "journal.full" : "journal.blocked")}
      actions={[{ label: t("conflict.download"), onPress: () => downloadDraft(draft) }]}
      onClose={() => setSeen(trouble)}
    >
      {children}
    </Banner>
  );
}

export function NewerVersion({ version, draft }: { version: number; draft: Draft }) {
  const t = useText("automation");
  return (
    <Banner
      tone="warning"
      icon={<Eye />}
      title={t("newerDefinition.title", { version })}
      actions={[
        { label: t("export"), onPress: () => downloadDraft(draft) },
        { label: t("copyJson"), icon: <Copy />, onPress: () => copyDraft(draft) },
      ]}
    >
      {t("newerDefinition.text")}
    </Banner>
  );
}
