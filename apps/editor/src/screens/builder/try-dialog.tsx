import { ApiError, type AutomationRun, type DealListItem } from "@trilho/api-client";
import { FlaskConical, Inbox, Route, Smartphone, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { explainError } from "../../data/failures/describe-error.ts";
import { failureOf } from "../../data/failures/failure.ts";
import { useTestRun, useTry } from "../../data/trying.ts";
import { DealPicker } from "../../inputs/deal-picker.tsx";
import { failureText } from "../../i18n/failure-text.ts";
import { text, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Status } from "../../ui/status.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { answerPath, navigate, runPath } from "../../browser/location.ts";
import { RUN_STATUSES } from "../../features/runs/status-tone.ts";
import styles from "./try-dialog.module.css";

interface TryDialogProps {
  open: boolean;
  onClose: () => void;
  id: string;
  /** The stored version that will run. */
  version: number;
  /** The draft has changes that are not part of it. */
  dirty: boolean;
  /** A step of it waits for a reply. */
  asks: boolean;
}

interface Started {
  run: AutomationRun;
  deal: DealListItem;
}

/** Runs the stored version for a real deal, with everything that it sends kept in the outbox. */
export function TryDialog({ open, onClose, id, version, dirty, asks }: TryDialogProps) {
  const t = useText("trying");
  const trying = useTry(id);
  const [deal, setDeal] = useState<DealListItem | null>(null);
  const [chosen, setSkipWaits] = useState<boolean | null>(null);
  // Nobody could answer a test that waits for nothing.
  const skipWaits = chosen ?? !asks;
  const [isLacking, setLacking] = useState(false);
  const [started, setStarted] = useState<Started | null>(null);
  /** The second press of a double click comes before the button knows of the first. */
  const busy = useRef(false);
  const start = () => {
    setLacking(deal === null);
    if (deal === null || busy.current) return;
    busy.current = true;
    trying.mutate(
      { dealSeq: deal.seq, skipWaits },
      {
        onSuccess: (run) => setStarted({ run, deal }),
        onSettled: () => {
          busy.current = false;
        },
      },
    );
  };
  const again = () => {
    setStarted(null);
    trying.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("title")}
      description={t("description")}
      footer={
        started === null ? (
          <>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button variant="primary" icon={<FlaskConical />} loading={trying.isPending} onClick={start}>
              {t("start")}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={again}>
              {t("another")}
            </Button>
            <Button icon={<Inbox />} onClick={() => navigate("/outbox")}>
              {t("outbox")}
            </Button>
            <Follow id={id} run={started.run} />
          </>
        )
      }
    >
      {started === null ? (
        <div className={styles["form"]}>
          {dirty && <p className={styles["note"]}>{t("unsaved", { version })}</p>}
          <DealPicker
            label={t("deal")}
            value={deal}
            onChange={(next) => {
              setDeal(next);
              setLacking(false);
            }}
          />
          {isLacking && <Problem message={t("noDeal")} />}
          <Switch label={t("skip")} hint={t("skipHint")} checked={skipWaits} onCheckedChange={setSkipWaits} />
          <p className={styles["warning"]}>
            <TriangleAlert size={16} aria-hidden="true" />
            <span>{t("real")}</span>
          </p>
          {trying.error !== null && <Problem message={reasonOf(trying.error)} />}
        </div>
      ) : (
        <Running id={id} started={started} />
      )}
    </Dialog>
  );
}

/** Leads to the run; to its contact's phone where it waits for an answer. */
function Follow({ id, run }: { id: string; run: AutomationRun }) {
  const t = useText("trying");
  const { data = run } = useTestRun(id, run);
  const waits = data.waitingForReply;
  return (
    <Button
      variant="primary"
      icon={waits ? <Smartphone /> : <Route />}
      onClick={() => navigate(waits ? answerPath(id, run.runId) : runPath(id, run.runId))}
    >
      {t(waits ? "answer" : "follow")}
    </Button>
  );
}

const Problem = ({ message }: { message: string }) => (
  <p className={styles["problem"]} role="alert">
    {message}
  </p>
);

/** A deal that is gone is no one's mistake in the form; a service without the route cannot be tried. */
function reasonOf(error: Error): string {
  const isOfDeal = error instanceof ApiError && error.fieldErrors?.some(({ field }) => field === "dealSeq") === true;
  if (isOfDeal) return text("trying", "notThere");
  if (failureOf(error).kind === "notFound") return text("trying", "noWay");
  return explainError(error);
}

function Running({ id, started: { run, deal } }: { id: string; started: Started }) {
  const t = useText("trying");
  const inRuns = useText("runs");
  const { data = run, error } = useTestRun(id, run);
  return (
    <div className={styles["form"]}>
      <p className={styles["started"]}>{t("started", { deal: deal.name })}</p>
      <Status className={styles["status"]}>
        <span className="visually-hidden">{t("status")}: </span>
        <Badge tone={RUN_STATUSES[data.status]} dot>
          {inRuns(`status.${data.status}`)}
        </Badge>
        <span>{inRuns(`statusHint.${data.status}`)}</span>
      </Status>
      {data.lastError !== null && <Problem message={failureText(data.lastError, data.lastFailure)} />}
      {error !== null && <Problem message={explainError(error)} />}
    </div>
  );
}
