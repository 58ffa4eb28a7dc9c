import type { Automation, AutomationChange, AutomationVersion } from "@trilho/api-client";
import { Eye, GitCompareArrows, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { describeError } from "../../data/failures/describe-error.ts";
import { failureOf } from "../../data/failures/failure.ts";
import { useAskVersion, useHistory } from "../../data/history.ts";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import { Select } from "../../ui/fields/select.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import styles from "./history.module.css";

interface HistoryDialogProps {
  open: boolean;
  onClose: () => void;
  /** As it is stored now. */
  automation: Automation;
  onOpen: (version: AutomationVersion) => void;
  /** `after` is null for the draft. */
  onCompare: (before: AutomationVersion, after: AutomationVersion | null) => void;
  /** Null while the draft may only be looked at. */
  onRestore: ((version: AutomationVersion) => void) | null;
}

/** Who did what to an automation, with its versions: each can be opened, compared and made the draft again. */
export function HistoryDialog({ open, onClose, automation, onOpen, onCompare, onRestore }: HistoryDialogProps) {
  const t = useText("history");
  const history = useHistory(automation.id, open);
  const changes = history.data?.pages.flatMap(({ items }) => items);
  const opening = useOpening(automation.id);
  const kept = [
    ...new Set(changes?.flatMap(({ version, versionKept }) => (version !== null && versionKept ? [version] : []))),
  ].toSorted((one, other) => other - one);
  const isMissing = history.error !== null && failureOf(history.error).kind === "notFound";
  const done = (act: () => void) => {
    onClose();
    act();
  };
  const withOne = (version: number, act: (found: AutomationVersion) => void): void =>
    void opening.open([version], ([found]) => done(() => found !== undefined && act(found)));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("title")}
      description={t("description")}
      footer={<Button onClick={onClose}>{t("close")}</Button>}
    >
      {changes === undefined && history.error === null && <Spinner size={22} />}
      {isMissing && <p className={styles["note"]}>{t("none")}</p>}
      {changes === undefined && history.error !== null && !isMissing && (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} retrying={history.isFetching} />
      )}
      {changes?.length === 0 && <p className={styles["note"]}>{t("empty")}</p>}
      {kept.length > 0 && (
        <CompareForm
          versions={kept}
          current={automation.version}
          busy={opening.busy}
          onCompare={(before, after) =>
            void opening.open([before, ...(after === null ? [] : [after])], ([first, second]) =>
              done(() => first !== undefined && onCompare(first, second ?? null)),
            )
          }
        />
      )}
      {changes !== undefined && changes.length > 0 && (
        <ol className={styles["list"]} aria-label={t("list")}>
          {changes.map((change) => (
            <ChangeRow
              key={change.id}
              change={change}
              current={automation.version}
              busy={opening.busy}
              onOpen={(version) => withOne(version, onOpen)}
              onRestore={onRestore && ((version) => withOne(version, onRestore))}
            />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button variant="ghost" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </Dialog>
  );
}

/** Fetches versions, one set at a time, and hands them on when all are there. */
function useOpening(id: string) {
  const t = useText("history");
  const ask = useAskVersion(id);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  async function open(versions: readonly number[], then: (found: readonly AutomationVersion[]) => void): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      then(await Promise.all(versions.map(ask)));
    } catch (error) {
      toast.error(t("failed"), { description: describeError(error).advice });
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }
  return { busy, open };
}

const DRAFT = "draft";

interface CompareFormProps {
  /** Newest first. */
  versions: readonly number[];
  current: number;
  busy: boolean;
  onCompare: (before: number, after: number | null) => void;
}

/** Any version beside any other, or beside the draft. */
function CompareForm({ versions, current, busy, onCompare }: CompareFormProps) {
  const t = useText("history");
  const [before, setBefore] = useState(String(versions.find((version) => version !== current) ?? current));
  const [after, setAfter] = useState(DRAFT);
  const options = versions.map((version) => ({ value: String(version), label: t("version", { version }) }));
  return (
    <form
      className={styles["compare"]}
      onSubmit={(event) => {
        event.preventDefault();
        onCompare(Number(before), after === DRAFT ? null : Number(after));
      }}
    >
      <Select label={t("from")} options={options} value={before} onValueChange={setBefore} />
      <Select
        label={t("to")}
        options={[{ value: DRAFT, label: t("draft") }, ...options]}
        value={after}
        onValueChange={setAfter}
      />
      <Button type="submit" icon={<GitCompareArrows />} loading={busy} disabled={before === after}>
        {t("compare")}
      </Button>
    </form>
  );
}

interface ChangeRowProps {
  change: AutomationChange;
  current: number;
  busy: boolean;
  onOpen: (version: number) => void;
  onRestore: ((version: number) => void) | null;
}

function ChangeRow({ change, current, busy, onOpen, onRestore }: ChangeRowProps) {
  const t = useText("history");
  const { type, version, versionKept, runs, note, by, createdAt } = change;
  const isVersion = type === "created" || type === "published";
  const who = by === null ? t("operator") : (by.name ?? t("somebody"));
  const key = by?.apiKey?.name ?? null;
  return (
    <li className={styles["change"]} data-version={isVersion || undefined}>
      <div className={styles["what"]}>
        <p>{t(`change.${type}`, { who, version: version ?? 0, count: runs ?? 0 })}</p>
        {note !== null && <p className={styles["quote"]}>{note}</p>}
        <p className={styles["muted"]}>
          <TimeAgo at={createdAt} />
          {key !== null && ` · ${t("key", { key })}`}
        </p>
      </div>
      {isVersion && version === current && <Badge tone="success">{t("current")}</Badge>}
      {isVersion && !versionKept && (
        <span className={styles["muted"]} title={t("goneHint")}>
          {t("gone")}
        </span>
      )}
      {isVersion && version !== null && versionKept && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Eye />}
          disabled={busy}
          aria-label={t("openVersion", { version })}
          onClick={() => onOpen(version)}
        >
          {t("open")}
        </Button>
      )}
      {isVersion && version !== null && versionKept && version !== current && onRestore !== null && (
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCcw />}
          disabled={busy}
          aria-label={t("restoreVersion", { version })}
          onClick={() => onRestore(version)}
        >
          {t("restore")}
        </Button>
      )}
    </li>
  );
}
