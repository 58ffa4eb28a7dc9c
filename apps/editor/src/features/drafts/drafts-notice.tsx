import { Archive } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../data/session.ts";
import { useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { DraftsDialog } from "./drafts-dialog.tsx";
import styles from "./drafts.module.css";
import { useDrafts } from "./use-drafts.ts";

/** Shows that this device keeps drafts that were never published, and leads to them. Nothing where there are none. */
export function DraftsNotice({ knownIds }: { knownIds: ReadonlySet<string> | null }) {
  const t = useText("automation");
  const { entries, reload } = useDrafts(useSession()?.baseUrl ?? "");
  const [open, setOpen] = useState(false);
  if (entries.length === 0 && !open) return null;
  return (
    <div className={styles["notice"]}>
      <Banner
        icon={<Archive />}
        title={t("drafts.notice", { count: entries.length })}
        actions={[{ label: t("drafts.show"), onPress: () => setOpen(true) }]}
      />
      <DraftsDialog
        open={open}
        onClose={() => setOpen(false)}
        entries={entries}
        knownIds={knownIds}
        onChanged={reload}
      />
    </div>
  );
}
