import { tryAgainLater } from "./try-again-later.ts";

/** Where a piece of the program stands whose code comes apart from the rest. */
export type Arrival<T> =
  | { state: "absent" | "coming" }
  /** Could not be had; `tries` counts how often a person asked for it in vain. */
  | { state: "missing"; tries: number }
  | { state: "here"; code: T };

export interface OnDemand<T = unknown> {
  /** The same object until it changes. */
  arrival(): Arrival<T>;
  /** Tells of every change; the answer ends that. */
  subscribe(listener: () => void): () => void;
  /** Asks for the code, unless it is here or on its way. True once it is here, false when it cannot be had. */
  load(by?: "itself" | "person"): Promise<boolean>;
}

/**
 * Code that is fetched when it is first wanted. A failure is never final: it is asked for again by whoever wants it,
 * when the network is back, and now and then.
 */
export function onDemand<T>(from: () => Promise<T>): OnDemand<T> {
  const listeners = new Set<() => void>();
  let arrival: Arrival<T> = { state: "absent" };
  let coming: Promise<boolean> | null = null;
  const arrive = (next: Arrival<T>): void => {
    arrival = next;
    for (const listener of listeners) listener();
  };
  const fetch = async (tries: number): Promise<boolean> => {
    // What is told as missing stays so until it is here: no flicker between two attempts.
    if (arrival.state === "absent") arrive({ state: "coming" });
    try {
      arrive({ state: "here", code: await from() });
      return true;
    } catch {
      arrive({ state: "missing", tries });
      tryAgainLater(() => load());
      return false;
    } finally {
      coming = null;
    }
  };
  function load(by: "itself" | "person" = "itself"): Promise<boolean> {
    if (arrival.state === "here") return Promise.resolve(true);
    const before = arrival.state === "missing" ? arrival.tries : 0;
    coming ??= fetch(by === "person" ? before + 1 : before);
    return coming;
  }
  return {
    arrival: () => arrival,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
  };
}

/** Whether all of them are here. */
export const allHere = (codes: readonly OnDemand[]): boolean => codes.every((code) => code.arrival().state === "here");

/** Asks for all of them; answers once each is here or cannot be had. */
export const loadAll = (codes: readonly OnDemand[]): Promise<unknown> => Promise.all(codes.map((code) => code.load()));
