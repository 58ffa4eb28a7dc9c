import { Download, Trash2 } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { navigate } from "../../browser/location.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { draftOf } from "../../document/draft/draft.ts";
import { countChanges } from "../../document/draft/draft-changes.ts";
import { downloadDraft } from "../../document/draft/draft-file.ts";
import styles from "./drafts.module.css";
import { newKeyOf, removeEntry, type JournalEntry } from "./journal.ts";
import { chooseNewKey } from "./new-key.ts";

interface DraftsDialogProps {
  open: boolean;
  onClose: () => void;
  entries: readonly JournalEntry[];
  /** Ids of the automations that there are; null while that is not known. */
  knownIds: ReadonlySet<string> | null;
  onChanged: () => void;
  /** Opens one on a page that has nothing but drafts; without it, the builder opens it. */
  onOpen?: ((entry: JournalEntry) => void) | undefined;
}

/** Every draft that this device keeps, those of deleted automations too: to open, download or discard. */
export function DraftsDialog({ open, onClose, entries, knownIds, onChanged, onOpen }: DraftsDialogProps) {
  const t = useText("automation");
  const alone = useText("playground");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("drafts.title")}
      description={onOpen ? alone("drafts.description") : t("drafts.description")}
    >
      {entries.length === 0 && <p>{t("drafts.empty")}</p>}
      <ul className={styles["list"]}>
        {entries.map((entry) => (
          <Row key={entry.place} {...{ entry, knownIds, onChanged, onOpen }} />
        ))}
      </ul>
    </Dialog>
  );
}

interface RowProps extends Pick<DraftsDialogProps, "knownIds" | "onChanged" | "onOpen"> {
  entry: JournalEntry;
}

function Row({ entry, knownIds, onChanged, onOpen = openDraft }: RowProps) {
  const t = useText("automation");
  const { name } = entry.draft.settings;
  return (
    <li className={styles["row"]}>
      <div className={styles["words"]}>
        <span className={styles["name"]}>{name}</span>
        {onOpen === openDraft && (
          <span className={styles["what"]}>
            <What entry={entry} knownIds={knownIds} />
          </span>
        )}
        <span className={styles["what"]}>
          {t("drafts.last")} <TimeAgo at={entry.savedAt} />
        </span>
      </div>
      <Button size="sm" aria-label={t("drafts.openOf", { name })} onClick={() => onOpen(entry)}>
        {t("drafts.open")}
      </Button>
      <IconButton
        size="sm"
        label={t("drafts.download", { name })}
        icon={<Download />}
        onClick={() => downloadDraft(entry.draft)}
      />
      <IconButton
        size="sm"
        label={t("drafts.discard", { name })}
        icon={<Trash2 />}
        onClick={() => void removeEntry(entry.place).then(onChanged)}
      />
    </li>
  );
}

function What({ entry, knownIds }: Pick<RowProps, "entry" | "knownIds">) {
  const t = useText("automation");
  const { base, automationId, draft } = entry;
  if (base === null || automationId === null) return t("drafts.new");
  if (knownIds !== null && !knownIds.has(automationId)) return t("drafts.deleted");
  return t("drafts.since", { count: countChanges(draftOf(base), draft), version: base.version });
}

function openDraft({ automationId, place }: JournalEntry): void {
  if (automationId === null) chooseNewKey(newKeyOf(place));
  navigate(automationId === null ? "/automations/new" : `/automations/${encodeURIComponent(automationId)}`);
}
