import { Archive } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { DraftsDialog } from "./drafts-dialog.tsx";
import type { JournalEntry } from "./journal.ts";
import { useDrafts } from "./use-drafts.ts";

interface OtherDraftsProps {
  /** What the drafts are kept under, and the one that is open. */
  baseUrl: string;
  place: string;
  /** Shows that there are some; otherwise they are there when asked for. */
  announced: boolean;
  open: boolean;
  onShow: (open: boolean) => void;
  onOpen: (entry: JournalEntry) => void;
}

/** The other drafts of a page that has nothing but drafts: to open, download or discard. */
export function OtherDrafts({ baseUrl, place, announced, open, onShow, onOpen }: OtherDraftsProps) {
  const t = useText("playground");
  const { entries: all, reload } = useDrafts(baseUrl);
  const entries = all.filter((entry) => entry.place !== place);
  return (
    <>
      {announced && entries.length > 0 && (
        <Banner
          icon={<Archive />}
          title={t("drafts.notice", { count: entries.length })}
          actions={[{ label: t("drafts.show"), onPress: () => onShow(true) }]}
        />
      )}
      <DraftsDialog
        open={open}
        onClose={() => onShow(false)}
        entries={entries}
        knownIds={null}
        onChanged={reload}
        onOpen={onOpen}
      />
    </>
  );
}
