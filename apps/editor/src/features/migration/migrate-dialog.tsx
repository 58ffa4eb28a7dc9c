import type { Automation, RunMigration } from "@trilho/api-client";
import { useState } from "react";
import { Link } from "wouter";
import { runsPath } from "../../browser/location.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { failureOf } from "../../data/failures/failure.ts";
import { isUnderWay, useMigrateRuns, useMigrationPreview } from "../../data/migrations.ts";
import { useWaitingRuns } from "../../data/runs.ts";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { NO_CHOICES, requestedChoices, runsWith } from "./choices.ts";
import { MigrationProgress } from "./migration-progress.tsx";
import styles from "./migration.module.css";
import { STORED_VERSION } from "./previewed.ts";
import { WaitingGroups } from "./waiting-groups.tsx";

export interface MigrateDialogProps {
  open: boolean;
  onClose: () => void;
  automation: Automation;
  names: Lookup;
  onMigrating: (migration: RunMigration) => void;
}

const MAX_REASON = 500;

const labelOf = (moving: number, ending: number) =>
  moving + ending === 0 ? "nothingToMove" : ending === 0 ? "move" : moving === 0 ? "end" : "moveAndEnd";

/** Runs that wait in earlier versions, to be moved into the one that is live, or ended. */
export function MigrateDialog({ open, onClose, automation, names, onMigrating }: MigrateDialogProps) {
  const t = useText("migration");
  const { data, error, isFetching, refetch } = useMigrationPreview(automation.id, STORED_VERSION, open);
  const migrate = useMigrateRuns(automation.id);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [reason, setReason] = useState("");
  const groups = data?.groups ?? [];
  const [moving, ending] = [runsWith("move", groups, choices), runsWith("end", groups, choices)];
  const latest = data?.latest ?? null;
  const here = (useWaitingRuns(open ? automation.id : null).data ?? [])
    .filter(({ automationVersion }) => automationVersion === automation.version)
    .reduce((sum, { runs }) => sum + runs, 0);
  const isMissing = error !== null && failureOf(error).kind === "notFound";
  const begin = () => {
    if (data === undefined) return;
    const body = {
      toVersion: data.toVersion,
      choices: requestedChoices(groups, choices),
      ...(reason.trim() !== "" && { reason: reason.trim() }),
    };
    migrate.mutate(body, {
      onSuccess(migration) {
        setChoices(NO_CHOICES);
        setReason("");
        onClose();
        onMigrating(migration);
      },
      onError(failure) {
        toast.error(t("failed"), { description: describeError(failure).advice });
        void refetch();
      },
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title={t("title")}
      description={t("description", { version: automation.version })}
      footer={
        <>
          <Button onClick={onClose}>{t("close")}</Button>
          {groups.length > 0 && (
            <Button
              variant={ending > 0 ? "danger" : "primary"}
              disabled={moving + ending === 0 || (latest !== null && isUnderWay(latest))}
              loading={migrate.isPending}
              onClick={begin}
            >
              {t(labelOf(moving, ending), { count: moving + ending, moving, ending })}
            </Button>
          )}
        </>
      }
    >
      {data === undefined && error === null && <Spinner size={22} />}
      {isMissing && <p className={styles["note"]}>{t("notTold")}</p>}
      {data === undefined && error !== null && !isMissing && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {latest !== null && (
        <div className={styles["latest"]}>
          {[latest, ...(data?.earlier ?? [])].map((each) => (
            <MigrationProgress key={each.id} automationId={automation.id} migration={each} />
          ))}
        </div>
      )}
      {data !== undefined && (groups.length === 0 || here > 0) && (
        <p className={styles["note"]}>
          {groups.length === 0 && `${t("noneEarlier")} `}
          {here > 0 && (
            <Link href={runsPath(automation.id, { status: "waiting", version: automation.version })}>
              {t("inThis", { count: here, version: automation.version })}
            </Link>
          )}
        </p>
      )}
      {data !== undefined && groups.length > 0 && (
        <>
          <WaitingGroups {...{ preview: data, names, choices }} draft={null} onChoose={setChoices} onShow={null} />
          <TextField
            label={t("reason")}
            hint={t("reasonHint")}
            maxLength={MAX_REASON}
            value={reason}
            onValueChange={setReason}
          />
        </>
      )}
    </Dialog>
  );
}
