import type { CallOptions, Client } from "@trilho/api-client";
import { useCallback } from "react";
import { useClient, useTakesKeys } from "./client-provider.tsx";
import { failureOf, type FailureKind } from "./failures/failure.ts";

/** Keys of requests without an answer, by what they ask for. */
const unanswered = new WeakMap<Client, Map<string, string>>();

/** What the service says when it has carried out nothing. */
const REFUSED: ReadonlySet<FailureKind> = new Set(["validation", "unprocessable", "notFound"]);

/**
 * Sends what is to be carried out once. Whoever asks for the same again after an answer was lost asks under the same
 * Idempotency-Key, where the service takes one.
 */
export function useUnderKey() {
  const client = useClient();
  const takesKeys = useTakesKeys();
  return useCallback(
    async <T>(what: unknown, send: (options: CallOptions) => Promise<T>): Promise<T> => {
      if (!takesKeys()) return send({});
      const keys = unanswered.get(client) ?? new Map<string, string>();
      unanswered.set(client, keys);
      const name = JSON.stringify(what);
      const known = keys.get(name);
      const idempotencyKey = known ?? crypto.randomUUID();
      keys.delete(name);
      try {
        return await send({ idempotencyKey });
      } catch (error) {
        const { kind, unclear } = failureOf(error);
        if (known === undefined ? unclear : !REFUSED.has(kind)) keys.set(name, idempotencyKey);
        throw error;
      }
    },
    [client, takesKeys],
  );
}
