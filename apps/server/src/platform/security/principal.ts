/** Member roles. Privileged ones hold every permission in the API (contract, Authentication). */
export const ROLES = ["owner", "admin", "partner", "support", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The member a key speaks for, and what its workspace may do. Made once per request from the key. */
export interface Principal {
  workspaceId: string;
  memberId: string;
  keyId: string;
  role: Role;
  permissions: { allow: readonly string[]; deny: readonly string[] };
  features: ReadonlySet<string>;
  visibility: "all" | "own";
  timeZone: string;
  locale: string;
  /** What a test key sends goes to the local outbox, whatever the channel. */
  mode: "live" | "test";
}

/** Whose eyes the store reads with: what they may not see is not there (404). */
export type Viewer = Pick<Principal, "workspaceId" | "memberId" | "role" | "visibility">;

/** A key as stored, with what decides whether it is good. Instants are ISO 8601. */
export interface KeyRecord {
  principal: Omit<Principal, "mode">;
  expiresAt: string | null;
  revoked: boolean;
  memberActive: boolean;
}

export interface KeyStore {
  /** The key whose keyed digest (HMAC-SHA-256, hex) is `digest`, or null. */
  findByDigest(digest: string): Promise<KeyRecord | null> | KeyRecord | null;
  /** Records a use; at most once a minute per key reaches the database. */
  touch(key: Pick<Principal, "workspaceId" | "keyId">): void;
}
