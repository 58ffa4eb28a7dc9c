import type { Automation } from "@trilho/api-client";
import { awaitsReply } from "@trilho/engine";
import type { RefObject } from "react";
import type { useDraft } from "../../document/draft/use-draft.ts";
import { isDrawable, startOf } from "../../document/document.ts";
import { useText } from "../../i18n/use-text.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import type { useLookup } from "../../describe/use-lookup.ts";
import type { AutomationEditorHandle } from "../editor/automation-editor.tsx";
import {
  MigrateDialog,
  PublishDialogs,
  ReviewDialog,
  SecretDialog,
  TryDialog,
  VersionsDialog,
} from "./lazy-dialogs.tsx";
import { SettingsDialog } from "./lazy-forms.tsx";
import { Beside } from "./lazy-layers.tsx";
import type { Layer } from "./builder-layers.tsx";
import type { usePublishing } from "./use-publishing.ts";

/** What a person opened. */
export type OpenDialog = "settings" | "try" | "history" | "waiting" | null;

const asks = (definition: unknown): boolean => isDrawable(definition) && definition.nodes.some(awaitsReply);

/** A test runs what is published, and here nothing is. */
function PublishFirst({ open, onClose, onPublish }: { open: boolean; onClose: () => void; onPublish: () => void }) {
  const t = useText("automation");
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("tryFirst.title")}
      description={t("tryFirst.description")}
      confirmLabel={t("publish")}
      onConfirm={onPublish}
    />
  );
}

interface BuilderDialogsProps {
  edited: ReturnType<typeof useDraft>;
  editor: RefObject<AutomationEditorHandle | null>;
  names: ReturnType<typeof useLookup>;
  stored: Automation | null;
  publishing: ReturnType<typeof usePublishing>;
  open: OpenDialog;
  onOpen: (dialog: OpenDialog) => void;
  onMerge: (theirs: Automation) => void;
  onCompare: (theirs: Automation) => void;
  locked: boolean;
  onLayer: (layer: Layer) => void;
  onRestore: (version: Automation) => void;
}

/** What the builder asks or tells in a dialog: the settings, a try, what a publish has to ask, and what others do meanwhile. */
export function BuilderDialogs({
  edited,
  editor,
  names,
  stored,
  publishing,
  open,
  onOpen,
  locked,
  onLayer,
  onRestore,
  ...layers
}: BuilderDialogsProps) {
  const { base, draft, dirty } = edited;
  const { publish, review } = publishing;
  const strict = publish.issue?.kind === "settings";
  const close = () => {
    onOpen(null);
    if (strict) publish.dismiss();
  };
  const start = startOf(draft.definition);
  return (
    <>
      <SettingsDialog
        open={open === "settings" || strict}
        onClose={close}
        draft={draft}
        onChange={edited.setSettings}
        strict={strict}
        isNew={base === null}
        onTrigger={
          start === undefined
            ? null
            : () => {
                close();
                editor.current?.openStep(start);
              }
        }
      />
      <PublishDialogs
        {...{ publish, edited, editor }}
        warned={review.warned}
        onSettings={() => onOpen("settings")}
        {...layers}
      />
      {base === null ? (
        <PublishFirst
          open={open === "try"}
          onClose={() => onOpen(null)}
          onPublish={() => {
            onOpen(null);
            review.publish();
          }}
        />
      ) : (
        <TryDialog
          open={open === "try"}
          onClose={() => onOpen(null)}
          id={base.id}
          version={stored?.version ?? base.version}
          dirty={dirty}
          asks={asks((stored ?? base).graphDefinition)}
        />
      )}
      {stored !== null && (
        <VersionsDialog
          open={open === "history"}
          onClose={() => onOpen(null)}
          {...{ stored, locked, onLayer, onRestore }}
        />
      )}
      {stored !== null && (
        <MigrateDialog
          open={open === "waiting"}
          onClose={() => onOpen(null)}
          automation={stored}
          names={names}
          onMigrating={publishing.setMigration}
        />
      )}
      {stored !== null && base !== null && (
        <ReviewDialog
          key={review.dialog.round}
          open={review.dialog.open}
          onClose={review.dialog.close}
          preview={review.dialog.preview}
          answers={review.dialog.answers}
          onAnswers={review.dialog.onAnswers}
          {...{ stored, base, draft, names }}
          way={publishing.way}
          request={publishing.reviewed?.request ?? null}
          onPublish={publishing.publishReviewed}
          onSendBack={(comment, revision) => void publishing.reviewing.sendBack(comment, revision)}
          onCompare={() => layers.onCompare(stored)}
          onShow={(nodeId) => editor.current?.selectNode(nodeId)}
          onProblem={(problem) => editor.current?.showProblem(problem)}
        />
      )}
      <Beside id={base?.id ?? "new"} draft={draft} published={dirty ? stored : null} />
      <SecretDialog secret={publishing.secret} onClose={publishing.closeSecret} />
    </>
  );
}
