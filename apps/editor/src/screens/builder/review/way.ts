import type { AutomationReview } from "@trilho/api-client";

/** What a person can do about a change: publish it, ask another one to, do that for another one, or wait for them. */
export type Way = "publish" | "ask" | "approve" | "asked";

export function wayOf(review: AutomationReview | null): Way {
  if (review === null || !review.required) return "publish";
  const { request } = review;
  if (request?.state !== "waiting") return "ask";
  return request.mine ? "asked" : "approve";
}

/** Whether there is something to do on that way. */
export function isWanted(way: Way, { isNew, dirty, approved }: Record<"isNew" | "dirty" | "approved", boolean>) {
  if (isNew) return true;
  if (way === "approve") return true;
  return way === "publish" ? dirty : way === "ask" && (dirty || !approved);
}
