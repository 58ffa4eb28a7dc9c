import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts text which leaves the server's memory. `context` is not stored: opening needs the same one. */
export interface Sealer {
  /** Base64url of nonce, tag and ciphertext; different at every call. */
  seal(text: string, context: string): string;
  /** The text, or null when `sealed` was tampered with, cut, or sealed for another context, purpose or server. */
  open(sealed: string, context: string): string | null;
}

/** What a sealer is for; each purpose has its own key, so a cursor never opens as a secret. */
export type SealingPurpose = "secrets" | "cursors" | "answers";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** AES-256-GCM under a key derived from the server's secret by HKDF-SHA-256. */
export function createSealer(serverSecret: string, purpose: SealingPurpose): Sealer {
  const key = Buffer.from(hkdfSync("sha256", serverSecret, "", `trilho/${purpose}/v1`, 32));
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context, "utf8"));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed, context) {
      if (!BASE64URL.test(sealed)) return null;
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context, "utf8"));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return finish(decipher, bytes.subarray(NONCE_BYTES + TAG_BYTES));
    },
  };
}

function finish(decipher: ReturnType<typeof createDecipheriv>, body: Buffer): string | null {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    // A wrong tag is the expected answer to a tampered text, not a fault.
    return null;
  }
}
