import { ApiError, type Automation } from "@trilho/api-client";
import { useEffect, useState } from "react";
import { describeError } from "../../../data/failures/describe-error.ts";
import { useRefreshReview, useReviewActions } from "../../../data/reviews.ts";
import { bodyOf, type Draft } from "../../../document/draft/draft.ts";
import type { Publish } from "../../../features/publish/use-publish.ts";
import { useText } from "../../../i18n/use-text.ts";
import { toast } from "../../../ui/dialogs/toast.ts";

interface Reviewing {
  /** Null for an automation that was never stored. */
  base: Automation | null;
  draft: Draft;
  /** The revision of the draft that the service has; undefined where that is not known. */
  revision: string | null | undefined;
  publish: Pick<Publish, "showRefused" | "showFailing">;
  onApproved: (automation: Automation) => void;
}

/** Asking for a review, and giving one. What is refused is said, and changes nothing. */
export function useReviewing({ base, draft, revision, publish, onApproved }: Reviewing) {
  const t = useText("automation");
  const actions = useReviewActions(base?.id ?? "");
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshReview(base?.id ?? null);
  // A review is of one revision of the draft.
  useEffect(refresh, [refresh, revision]);

  async function tried<T>(act: () => Promise<T>, then: (done: T) => void): Promise<void> {
    setBusy(true);
    try {
      then(await act());
    } catch (error) {
      if (error instanceof ApiError && error.fieldErrors.length > 0) publish.showRefused(error.fieldErrors);
      else toast.error(t("reviewed.failed"), { description: describeError(error).advice });
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    ask: (note: string) =>
      tried(
        () =>
          actions.ask({
            ...bodyOf(draft),
            ...(base !== null && { baseVersion: base.version }),
            ...(revision !== undefined && { revision }),
            ...(note !== "" && { note }),
          }),
        ({ warnings }) => {
          toast.success(t("reviewed.asked"));
          publish.showFailing(warnings, draft);
        },
      ),
    withdraw: () => tried(actions.withdraw, () => toast.success(t("reviewed.withdrawn"))),
    sendBack: (comment: string, asked: string) =>
      tried(
        () => actions.sendBack(asked, comment),
        () => toast.success(t("reviewed.sentBack")),
      ),
    approve: (asked: string, comment: string) => tried(() => actions.approve(asked, comment), onApproved),
  };
}
