import { RotateCcw, Square } from "lucide-react";
import { useState } from "react";
import { explainError } from "../../data/failures/describe-error.ts";
import { type BulkChange, useChangeRuns, type WorkspaceRunFilter } from "../../data/workspace-runs.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import { useLast } from "../../ui/use-last.ts";
import { useFilterWords } from "./filter-words.ts";
import type { Chosen, View } from "./workspace-filter.ts";

interface BulkActionsProps {
  filter: WorkspaceRunFilter;
  /** What the filter was made of. */
  chosen: Chosen;
  /** Whether the filter finds any run. */
  isAny: boolean;
}

/** What a person is asked: to do this to so many runs. The filter stays that of the question. */
interface Question extends Omit<BulkChange, "dryRun"> {
  count: number;
  /** Of which automations they are, and by which filters they were found. */
  scope: string;
}

const OF_VIEW: Readonly<Record<View, readonly BulkChange["change"][]>> = {
  failed: ["retry"],
  waiting: ["cancel"],
  late: ["cancel"],
  due: ["cancel"],
  all: ["retry", "cancel"],
};

const ICONS = { retry: <RotateCcw />, cancel: <Square /> } as const;

/**
 * Retries or cancels all that the filter means, once a person has seen how many these are. Tests are left alone: they
 * are nobody's to attend to, and are not in the numbers that lead here.
 */
export function BulkActions({ filter, chosen, isAny }: BulkActionsProps) {
  const t = useText("runs");
  const { view } = chosen;
  const scopeOf = useFilterWords(chosen);
  const real = { ...filter, test: false };
  const testsStay = view === "all" ? t("bulk.testsStay") : null;
  const changing = useChangeRuns();
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useLast(question);
  const fail = (change: BulkChange["change"]) => (error: Error) =>
    void toast.error(t(`bulk.${change}.failed`), { description: explainError(error) });

  const ask = (change: BulkChange["change"]): void =>
    changing.mutate(
      { change, filter: real, dryRun: true },
      {
        onSuccess({ matched, automations }) {
          if (matched > 0) setQuestion({ change, filter: real, count: matched, scope: scopeOf(automations) });
          else toast.success(t(`bulk.${change}.none`), { ...(testsStay !== null && { description: testsStay }) });
        },
        onError: fail(change),
      },
    );

  const act = ({ change, filter: meant }: Question): void =>
    changing.mutate(
      { change, filter: meant, dryRun: false },
      {
        onSuccess: ({ matched, changed = 0 }) =>
          void toast.success(t(`bulk.${change}.done`, { count: changed }), {
            ...(changed < matched && { description: t("bulk.left", { count: matched - changed }) }),
          }),
        onError: fail(change),
      },
    );

  return (
    <>
      {isAny &&
        OF_VIEW[view].map((change) => (
          <Button
            key={change}
            icon={ICONS[change]}
            loading={changing.isPending && changing.variables.change === change}
            onClick={() => ask(change)}
          >
            {t(`bulk.${change}.label`)}
          </Button>
        ))}
      {asked !== null && (
        <ConfirmDialog
          open={question !== null}
          onOpenChange={(open) => !open && setQuestion(null)}
          title={t(`bulk.${asked.change}.title`, { count: asked.count })}
          description={[asked.scope, t(`bulk.${asked.change}.description`, { count: asked.count }), testsStay]
            .filter((sentence) => sentence !== null)
            .join(" ")}
          confirmLabel={t(`bulk.${asked.change}.confirm`, { count: asked.count })}
          cancelLabel={t("bulk.no")}
          danger={asked.change === "cancel"}
          onConfirm={() => act(asked)}
        />
      )}
    </>
  );
}
