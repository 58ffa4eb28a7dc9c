import { createClient } from "@trilho/api-client";
import type { Session } from "../../data/kept-session.ts";

const TIMEOUT_MS = 15_000;

/** Asks for one automation, the least that proves address, key, feature and permission. Rejects with what refused. */
export async function verify({ baseUrl, apiKey }: Session): Promise<void> {
  const client = createClient({ baseUrl, apiKey, timeoutMs: TIMEOUT_MS, retries: 0 });
  await client.automations.list({ limit: 1 });
}
