import type { Automation, ReviewRequest, RunMigrationPreview } from "@trilho/api-client";
import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import { CircleCheck, CircleX, ExternalLink, GitCompareArrows, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { runsPath } from "../../../browser/location.ts";
import { useWarnings } from "../../../describe/use-problems.ts";
import { useTriggerSummary } from "../../../describe/use-trigger-summary.ts";
import { isDrawable } from "../../../document/document.ts";
import type { Draft } from "../../../document/draft/draft.ts";
import type { Lookup } from "../../../document/lookup.ts";
import { ScenarioChanges } from "../../../features/compare/behaviour-panel.tsx";
import { ChangeCounts } from "../../../features/compare/change-counts.tsx";
import { ChangeList } from "../../../features/compare/change-list.tsx";
import { useComparison } from "../../../features/compare/use-comparison.ts";
import { NO_CHOICES, requestedChoices, runsWith, type Choices } from "../../../features/migration/choices.ts";
import { WaitingGroups } from "../../../features/migration/waiting-groups.tsx";
import { KeptNote } from "../../../features/outbox/kept-note.tsx";
import { ProblemList } from "../../../features/publish/problem-list.tsx";
import { problemText } from "../../../i18n/engine-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { isFailing } from "../../../simulation/report.ts";
import { useTestReport } from "../../../simulation/use-test-report.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { Reviewed } from "../use-publishing.ts";
import type { Answers } from "./use-review.ts";
import type { Way } from "./way.ts";
import { BesideNote } from "./beside-note.tsx";
import { Section } from "./section.tsx";
import styles from "./review.module.css";

export interface ReviewDialogProps {
  open: boolean;
  onClose: () => void;
  /** What is stored now, and what the draft started from. */
  stored: Automation;
  base: Automation;
  draft: Draft;
  names: Lookup;
  /** Null where it could not be found out. */
  preview: RunMigrationPreview | null;
  way: Way;
  /** What another member asked about; null where nobody did. */
  request: ReviewRequest | null;
  answers: Answers;
  onAnswers: (answers: Answers) => void;
  onPublish: (reviewed: Reviewed) => void;
  onSendBack: (comment: string, revision: string) => void;
  onCompare: () => void;
  onShow: (nodeId: string) => void;
  onProblem: (problem: Diagnostic) => void;
}

const MAX_NOTE = 500;
/** The others are in the list of problems. */
const FIRST_WARNINGS = 3;

/** Beside the dialog, so that nothing chosen in it is lost. */
const seeWhoWaits = (id: string): void => void window.open(runsPath(id, { status: "waiting" }), "_blank", "noopener");

/** Before publishing: what shall become of runs that wait, what changes, and which tests fail. */
export function ReviewDialog({
  open,
  onClose,
  stored,
  preview,
  way,
  answers,
  onAnswers,
  onPublish,
  onSendBack,
  onProblem,
  ...shown
}: ReviewDialogProps) {
  const t = useText("migration");
  const r = useText("reviews");
  const confirm = useRef<HTMLButtonElement>(null);
  const { note, choices } = answers;
  const groups = preview?.groups ?? [];
  const waiting =
    preview === null ? t("review.waiting") : t("review.waitingRuns", { count: runsWith("stay", groups, NO_CHOICES) });
  const warnings = useWarnings(shown.draft.definition);
  const then = (act: () => void) => {
    onClose();
    act();
  };
  const publish = () =>
    then(() =>
      onPublish({
        note: note.trim(),
        revision,
        migration: preview && { toVersion: preview.toVersion, choices: requestedChoices(groups, choices) },
      }),
    );
  // What is approved is what was there when the dialog opened: asked about anew meanwhile, it is refused.
  const [revision] = useState(shown.request?.revision ?? "");
  const kind = way === "approve" ? "approving" : "asking";
  const asker = { name: shown.request?.askedBy.name ?? r("somebody"), note: shown.request?.note ?? "" };
  const [lacksComment, setLacksComment] = useState(false);
  const sendBack = () => {
    setLacksComment(note.trim() === "");
    if (note.trim() !== "") then(() => onSendBack(note.trim(), revision));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      initialFocus={confirm}
      title={way === "publish" ? t("review.title", { version: stored.version + 1 }) : r(`${kind}.title`)}
      description={way === "publish" ? t(stored.enabled ? "review.on" : "review.off") : r(`${kind}.description`, asker)}
      footer={
        <>
          {way !== "ask" && groups.length > 0 && (
            <Button icon={<ExternalLink />} title={t("review.seeHint")} onClick={() => seeWhoWaits(stored.id)}>
              {t("review.see")}
            </Button>
          )}
          <Button onClick={onClose}>{t("review.cancel")}</Button>
          {way === "approve" && <Button onClick={sendBack}>{r("sendBack")}</Button>}
          {way === "ask" ? (
            <Button ref={confirm} variant="primary" onClick={publish}>
              {r("ask")}
            </Button>
          ) : (
            <PublishButton ref={confirm} {...{ groups, choices, way }} warnings={warnings.length} onClick={publish} />
          )}
        </>
      }
    >
      <Section title={waiting} when={preview === null || groups.length > 0}>
        {way === "ask" ? (
          <p className={styles["note"]}>{r("waitingLater")}</p>
        ) : preview === null ? (
          <p className={styles["note"]}>{t("review.waitingUnknown")}</p>
        ) : (
          <WaitingGroups
            preview={preview}
            draft={shown.draft.definition}
            names={shown.names}
            choices={choices}
            onChoose={(chosen) => onAnswers({ note, choices: chosen })}
            onShow={null}
          />
        )}
      </Section>
      <WhatChanges {...shown} then={then} />
      <Section title={t("review.warnings", { count: warnings.length })} when={warnings.length > 0}>
        <ProblemList
          problems={warnings.slice(0, FIRST_WARNINGS).map((problem) => ({
            key: `${problem.code} ${problem.path}`,
            message: problemText(problem),
            place: null,
            show: () => then(() => onProblem(problem)),
          }))}
        />
        {warnings.length > FIRST_WARNINGS && (
          <p className={styles["note"]}>{t("review.moreWarnings", { count: warnings.length - FIRST_WARNINGS })}</p>
        )}
      </Section>
      <KeptNote definition={shown.draft.definition} />
      <BesideNote />
      <TextField
        label={way === "approve" ? r("comment") : t("review.note")}
        hint={way === "publish" ? t("review.noteHint") : r(`${kind}.hint`)}
        error={lacksComment ? r("commentNeeded") : undefined}
        maxLength={MAX_NOTE}
        value={note}
        onValueChange={(written) => onAnswers({ note: written, choices })}
      />
    </Dialog>
  );
}

interface PublishButtonProps {
  ref: React.Ref<HTMLButtonElement>;
  groups: RunMigrationPreview["groups"];
  choices: Choices;
  way: Way;
  warnings: number;
  onClick: () => void;
}

/** Says what happens besides, and of what it warns. */
function PublishButton({ ref, groups, choices, way, warnings, onClick }: PublishButtonProps) {
  const t = useText("migration");
  const r = useText("reviews");
  const [moving, ending] = [runsWith("move", groups, choices), runsWith("end", groups, choices)];
  const label = (): string => {
    if (way === "approve") return moving + ending > 0 ? r("approveRuns", { moving, ending }) : r("approve");
    if (moving > 0 && ending > 0) return t("review.publishBoth", { moving, ending });
    if (moving > 0) return t("review.publishMove", { count: moving });
    if (ending > 0) return t("review.publishEnd", { count: ending });
    return warnings > 0 ? t("review.publishWarned", { count: warnings }) : t("review.publish");
  };
  return (
    <>
      {warnings > 0 && (way === "approve" || moving + ending > 0) && (
        <p className={styles["warned"]}>
          <TriangleAlert aria-hidden="true" /> {t("review.warnings", { count: warnings })}
        </p>
      )}
      <Button ref={ref} variant={ending > 0 ? "danger" : "primary"} onClick={onClick}>
        {label()}
      </Button>
    </>
  );
}

type WhatChangesProps = Pick<ReviewDialogProps, "base" | "draft" | "names" | "onCompare" | "onShow"> & {
  /** Closes the dialog first. */
  then: (act: () => void) => void;
};

/** In the drawing, in behaviour, and for the tests. */
function WhatChanges({ base, draft, names, onCompare, onShow, then }: WhatChangesProps) {
  const t = useText("migration");
  const trigger = useTriggerSummary(draft.settings, names).words;
  const { drawn, changes } = useComparison(base, draft, names, trigger);
  const isSame = Object.values(changes).every((group) => group.length === 0);
  const isGraphChanged = changes.steps.length + changes.connections.length > 0;
  // Where steps stand changes nothing of what runs do.
  const told = isGraphChanged || changes.settings.length > 0 ? { ...changes, moved: [] } : changes;
  const show = (nodeId: string) => then(() => onShow(nodeId));
  return (
    <>
      <Section title={t("review.changes")}>
        {isSame && <p className={styles["note"]}>{t(drawn === null ? "review.notDrawn" : "review.noChanges")}</p>}
        {!isSame && (
          <>
            <div className={styles["head"]}>
              <ChangeCounts changes={told} />
              <Button size="sm" icon={<GitCompareArrows />} onClick={() => then(onCompare)}>
                {t("review.drawn")}
              </Button>
            </div>
            <div className={styles["changes"]}>
              <ChangeList changes={told} selected={null} onShow={show} />
            </div>
          </>
        )}
      </Section>
      {drawn !== null && isGraphChanged && <ScenarioChanges {...drawn} names={names} onShow={show} />}
      {isDrawable(draft.definition) && <Tests definition={draft.definition} />}
    </>
  );
}

function Tests({ definition }: { definition: GraphDefinition }) {
  const t = useText("migration");
  const { report } = useTestReport(definition);
  const failing = report.tests.filter(({ verdict }) => isFailing(verdict));
  const isFine = failing.length === 0;
  return (
    <Section title={t("review.tests")} when={report.tests.length > 0}>
      <p className={styles["verdict"]} data-failing={!isFine || undefined}>
        {isFine ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        {isFine ? t("review.passing", { count: report.tests.length }) : t("review.failing", { count: failing.length })}
      </p>
      {!isFine && (
        <ul className={styles["tests"]}>
          {failing.map(({ scenario }) => (
            <li key={scenario.id}>{scenario.name}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
