import type { AutomationReview, ReviewRequest } from "@trilho/api-client";
import { describe, expect, it } from "vitest";
import { isWanted, wayOf, type Way } from "./way.ts";

const reviewed = (request: Partial<ReviewRequest> | null, required = true): AutomationReview => ({
  required,
  approved: true,
  request: request as ReviewRequest | null,
});

describe("a change", () => {
  it.each<[string, AutomationReview | null, Way]>([
    ["is published at a service without reviews", null, "publish"],
    ["is published where reviews are not required", reviewed(null, false), "publish"],
    ["is published although somebody asked, once reviews are off", reviewed({ state: "waiting" }, false), "publish"],
    ["is asked about where they are", reviewed(null), "ask"],
    ["is asked about again once it was sent back", reviewed({ state: "sent-back", mine: true }), "ask"],
    ["is asked about again once the draft was changed", reviewed({ state: "changed", mine: true }), "ask"],
    ["waits for another member", reviewed({ state: "waiting", mine: true }), "asked"],
    ["is approved by another member", reviewed({ state: "waiting", mine: false }), "approve"],
  ])("%s", (_, review, way) => {
    expect(wayOf(review)).toBe(way);
  });

  it.each<[string, Way, { isNew?: boolean; dirty?: boolean; approved?: boolean }, boolean]>([
    ["what is new is stored", "publish", { isNew: true }, true],
    ["what is as it was needs no publish", "publish", {}, false],
    ["what nobody approved is asked about as it is", "ask", { approved: false }, true],
    ["what is approved needs no review", "ask", {}, false],
    ["who asked waits", "asked", { dirty: true }, false],
    ["who is asked looks at it", "approve", { dirty: true }, true],
  ])("%s", (_, way, is, wanted) => {
    expect(isWanted(way, { isNew: false, dirty: false, approved: true, ...is })).toBe(wanted);
  });
});
