import type { RunMigration } from "@trilho/api-client";
import { ArrowRightLeft, Undo2 } from "lucide-react";
import { describeError } from "../../data/failures/describe-error.ts";
import { isUnderWay, useMigration, useUndoMigration } from "../../data/migrations.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import { Spinner } from "../../ui/loading/spinner.tsx";

interface MigrationProgressProps {
  automationId: string;
  migration: RunMigration;
  /** Not given where it cannot be put away. */
  onClose?: () => void;
}

/** How far runs that are moved have got, and the way back. */
export function MigrationProgress({ automationId, migration: given, onClose }: MigrationProgressProps) {
  const t = useText("migration");
  const migration = useMigration(automationId, given);
  const undo = useUndoMigration(automationId);
  const locale = useLocale();
  const { id, status, runs, moved, ended, left, undone, fromVersions, toVersion, by, reason, createdAt } = migration;
  const isBusy = isUnderWay(migration);
  const undoIt = () =>
    undo.mutate(id, {
      onError: (error) => toast.error(t("progress.undoFailed"), { description: describeError(error).advice }),
    });
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const versions = fromVersions.map(String);
  const facts = [
    status === "done" &&
      t("progress.by", { who: by.name ?? t("progress.somebody"), at: formatInstant(createdAt, locale) }),
    status === "done" && reason !== null && t("progress.reason", { reason }),
    ended > 0 && t("progress.ended", { count: ended }),
    left > 0 && t("progress.left", { count: left }),
    status === "done" && moved > 0 && t("progress.back", { count: fromVersions.length, from: list.format(versions) }),
    status === "undone" && undone < moved && t("progress.wentOn", { count: moved - undone }),
  ].filter((fact) => fact !== false);
  return (
    <Banner
      tone={status === "done" ? "success" : "info"}
      icon={isBusy ? <Spinner size={16} /> : <ArrowRightLeft />}
      title={titleOf()}
      actions={[
        (status === "running" || (status === "done" && moved > 0)) && {
          label: t("progress.undo"),
          icon: <Undo2 />,
          loading: undo.isPending,
          onPress: undoIt,
        },
      ]}
      {...(onClose !== undefined && !isBusy && { onClose })}
    >
      {facts.join(" ")}
    </Banner>
  );

  function titleOf(): string {
    if (status === "running")
      return t("progress.running", { done: moved + ended + left, count: runs, version: toVersion });
    if (status === "undoing") return t("progress.undoing", { count: moved });
    if (status === "undone") return t("progress.undone", { count: undone });
    return t("progress.done", { count: moved, version: toVersion });
  }
}
