import type { Attempt } from "@trilho/api-client";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { failureOf } from "./failure.ts";

/** A shorter one is over before anybody has read of it. */
const SHORTEST_TOLD_MS = 1_000;

/** Until when the service asks to be left alone, ms since 1970; null while it does not. */
export type Pauses = StoreApi<{ until: number | null }>;

export const createPauses = (): Pauses => createStore(() => ({ until: null as number | null }));

/** Hears of every call that is asked again later, and keeps the longest pause that the service asked for. */
export const hearPauses =
  (pauses: Pauses) =>
  ({ error, delayMs }: Attempt & { error: unknown; delayMs: number }): void => {
    const { kind, retryAfterSeconds } = failureOf(error);
    const asked = kind === "rateLimit" || retryAfterSeconds !== null;
    if (!asked || delayMs < SHORTEST_TOLD_MS) return;
    pauses.setState(({ until }) => ({ until: Math.max(until ?? 0, Date.now() + delayMs) }));
  };
