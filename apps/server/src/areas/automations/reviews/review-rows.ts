import type { ReviewRequest } from "@trilho/contract";

interface Asked {
  /** Null where nobody asked. */
  revision: string | null;
  draft_revision: string | null;
  base_version: number | null;
  sent_back_at: Date | null;
  /** What is there now. */
  draft_now: string | null;
  version: number;
}

/** Null where nobody asked, or where the draft that was asked about is gone. */
export function stateOf(row: Asked): ReviewRequest["state"] | null {
  if (row.revision === null || (row.draft_revision !== null && row.draft_now === null)) return null;
  if (row.sent_back_at !== null) return "sent-back";
  return row.draft_now === row.draft_revision && row.version === row.base_version ? "waiting" : "changed";
}
