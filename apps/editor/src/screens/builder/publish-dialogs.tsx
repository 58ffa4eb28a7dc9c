import type { Automation, FieldError, Warning } from "@trilho/api-client";
import type { Diagnostic } from "@trilho/engine";
import type { RefObject } from "react";
import { stepName } from "../../describe/node-name.ts";
import { knownFailureText } from "../../i18n/failure-text.ts";
import { problemText } from "../../i18n/engine-text.ts";
import type { AutomationEditorHandle } from "../editor/automation-editor.tsx";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { KeptNote } from "../../features/outbox/kept-note.tsx";
import { ConflictDialog } from "../../features/publish/conflict-dialog.tsx";
import { nodeIdOfField } from "../../features/publish/field-place.ts";
import type { ShownProblem } from "../../features/publish/problem-list.tsx";
import { ProblemsDialog } from "../../features/publish/problems-dialog.tsx";
import { useWarnings } from "../../describe/use-problems.ts";
import { useLast } from "../../ui/use-last.ts";
import { findNode, isDrawable } from "../../document/document.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import type { Publish } from "../../features/publish/use-publish.ts";
import { BesideNote } from "./review/beside-note.tsx";

interface PublishDialogsProps {
  publish: Publish;
  /** Whether what is most likely a mistake is shown before publishing. */
  warned: { open: boolean; close: () => void };
  edited: ReturnType<typeof useDraft>;
  editor: RefObject<AutomationEditorHandle | null>;
  onSettings: () => void;
  onMerge: (theirs: Automation) => void;
  onCompare: (theirs: Automation) => void;
}

/** Everything that a publish may have to ask. */
export function PublishDialogs(props: PublishDialogsProps) {
  const { publish, warned, edited, editor, onSettings, onMerge, onCompare } = props;
  const t = useText("automation");
  const locale = useLocale();
  const inReview = useText("migration");
  const { issue, dismiss } = publish;
  const { base, draft } = edited;
  const blocking = useLast(issue?.kind === "graph" ? issue.problems : null) ?? [];
  const refused = useLast(issue?.kind === "refused" ? issue.fieldErrors : null) ?? [];

  const failing = useLast(issue?.kind === "failing" ? issue : null);
  const warnings = useWarnings(draft.definition);

  const ofProblem = (problem: Diagnostic): ShownProblem => ({
    key: `${problem.code} ${problem.path}`,
    message: problemText(problem),
    place: null,
    show: () => editor.current?.showProblem(problem),
  });
  const ofField = ({ field, message }: FieldError): ShownProblem => {
    const nodeId = nodeIdOfField(field, draft.definition);
    const inGraph = field.startsWith("graphDefinition");
    const showNode = nodeId === null ? null : () => editor.current?.selectNode(nodeId);
    return { key: `${field} ${message}`, message, place: field, show: inGraph ? showNode : onSettings };
  };

  const ofWarning = ({ fields: [field = ""], message, failure }: Warning): ShownProblem => {
    const definition = failing?.draft.definition;
    const nodeId = nodeIdOfField(field, definition);
    const node = nodeId !== null && isDrawable(definition) ? findNode(definition, nodeId) : undefined;
    const why = knownFailureText(failure, locale);
    return {
      key: `${field} ${message}`,
      message: node === undefined || why === null ? message : `“${stepName(node)}”: ${why}`,
      place: null,
      show: nodeId === null ? null : () => editor.current?.selectNode(nodeId),
    };
  };

  return (
    <>
      <ProblemsDialog
        open={issue?.kind === "graph"}
        onClose={dismiss}
        title={t("blocked.title", { count: blocking.length })}
        description={t("blocked.description")}
        problems={blocking.map(ofProblem)}
      />
      <ProblemsDialog
        open={issue?.kind === "refused"}
        onClose={dismiss}
        title={t("refused.title")}
        description={t("refused.description")}
        problems={refused.map(ofField)}
      />
      <ProblemsDialog
        open={warned.open}
        onClose={warned.close}
        title={inReview("review.warned", { count: warnings.length })}
        description={inReview("review.warnedHint")}
        problems={warnings.map(ofProblem)}
        goOn={{
          label: inReview("review.publishWarned", { count: warnings.length }),
          act: () => void publish.publish(),
        }}
      >
        <KeptNote definition={draft.definition} />
        <BesideNote />
      </ProblemsDialog>
      <ProblemsDialog
        open={issue?.kind === "failing"}
        onClose={dismiss}
        title={t(`failing.${failing?.stored ?? "published"}`, { count: failing?.warnings.length ?? 0 })}
        description={t("failing.description")}
        problems={failing?.warnings.map(ofWarning) ?? []}
      />
      {base !== null && (
        <ConflictDialog
          theirs={issue?.kind === "conflict" ? issue.theirs : null}
          base={base}
          mine={draft}
          publishing={publish.publishing}
          onKeep={dismiss}
          onSee={(theirs) => {
            dismiss();
            edited.openTheirs(theirs);
          }}
          onMerge={onMerge}
          onCompare={onCompare}
          onReplace={(theirs) => void publish.publish({ over: theirs })}
        />
      )}
      <ConfirmDialog
        open={issue?.kind === "gone"}
        onOpenChange={(open) => !open && dismiss()}
        title={t("gone.title")}
        description={t("gone.description")}
        confirmLabel={t("gone.confirm")}
        cancelLabel={t("gone.cancel")}
        onConfirm={() => void publish.publishAsNew()}
      />
    </>
  );
}
