import type { Generated } from "kysely";
import type { Stamp } from "./column-types.ts";

export interface PlatformTables {
  idempotency_keys: {
    workspace_id: string;
    key_id: string;
    operation_id: string;
    idempotency_key: string;
    request_digest: string;
    status: number | null;
    body: string | null;
    claim: string;
    claimed_at: Stamp;
    expires_at: Stamp;
  };
  request_log: {
    id: Generated<string>;
    request_id: string;
    workspace_id: string | null;
    key_id: string | null;
    method: string;
    path: string;
    status: number;
    code: string | null;
    ms: number;
    at: Stamp;
  };
  rate_limits: { key: string; points: number; expire: string | null };
}
