import type { ChangeAutomationsRequest } from "@trilho/api-client";
import { explainError } from "../../data/failures/describe-error.ts";
import { useChangeAutomations } from "../../data/automation-list.ts";
import { text, useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";

export type BulkAction = "on" | "off" | "pause" | "resume";

const BODIES = {
  on: { enabled: true },
  off: { enabled: false },
  pause: { paused: true },
  resume: { paused: false },
} as const satisfies Record<BulkAction, Partial<ChangeAutomationsRequest>>;

const BACK = { on: "off", off: "on", pause: "resume", resume: "pause" } as const satisfies Record<
  BulkAction,
  BulkAction
>;

export type Meant = readonly { id: string; name: string }[];

/** Does one thing to many automations; says how many that were and which stay as they were, and offers the way back. */
export function useBulk() {
  const t = useText("glance");
  const changing = useChangeAutomations();
  const send = (body: Omit<ChangeAutomationsRequest, "ids">, meant: Meant, said: (changed: Meant) => Said): void =>
    changing.mutate(
      { ...body, ids: meant.map(({ id }) => id) },
      {
        onSuccess({ results }) {
          const outcome = new Map(results.map((result) => [result.id, result]));
          const changed = meant.filter(({ id }) => outcome.get(id)?.changed === true);
          const failed = meant.filter(({ id }) => (outcome.get(id)?.error ?? null) !== null);
          const { words, undo } = said(changed);
          const names = failed.slice(0, 3).map(({ name }) => `“${name}”`);
          (failed.length === 0 ? toast.success : toast.error)(words, {
            ...(failed.length > 0 && {
              description: t("left", { count: failed.length, names: names.join(", ") }),
            }),
            ...(undo !== null &&
              changed.length > 0 && { action: { label: text("automations", "undo"), onClick: undo } }),
          });
        },
        onError: (error) => void toast.error(t("failed"), { description: explainError(error) }),
      },
    );
  const act = (action: BulkAction, meant: Meant, isUndo = false): void =>
    send(BODIES[action], meant, (changed) => ({
      words: t(`done.${action}`, { count: changed.length }),
      undo: isUndo ? null : () => act(BACK[action], changed, true),
    }));
  return { act, send, busy: changing.isPending };
}

interface Said {
  words: string;
  undo: (() => void) | null;
}
