import { ApiError, NetworkError } from "@trilho/api-client";
import { expect, test, vi } from "vitest";
import { createPauses, hearPauses } from "./pauses.ts";

const NOW = 1_000_000;
const refusal = (status: number, retryAfter: number | null) =>
  new ApiError(status, { error: "Later.", code: "BAD_REQUEST", requestId: "r" }, retryAfter);

test.each<[what: string, error: unknown, delayMs: number, until: number | null]>([
  ["too many requests", refusal(429, 12), 12_000, NOW + 12_000],
  ["too many requests, without a time", refusal(429, null), 4_000, NOW + 4_000],
  ["away for a named time", refusal(503, 5), 5_000, NOW + 5_000],
  ["a pause that nobody would notice", refusal(429, null), 300, null],
  ["a network that comes and goes", new NetworkError("Failed to fetch"), 4_000, null],
])("%s", (_, error, delayMs, until) => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
  const pauses = createPauses();
  hearPauses(pauses)({ method: "GET", url: "https://crm.example/api/v1/tags", attempt: 1, error, delayMs });
  expect(pauses.getState().until).toBe(until);
});

test("of several pauses the longest counts", () => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
  const pauses = createPauses();
  for (const delayMs of [3_000, 9_000, 2_000])
    hearPauses(pauses)({ method: "GET", url: "u", attempt: 1, error: refusal(429, delayMs / 1000), delayMs });
  expect(pauses.getState().until).toBe(NOW + 9_000);
});
