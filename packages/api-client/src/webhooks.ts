/** A delivery as it arrived: the exact body, before any parsing, and the headers. */
export interface Delivery {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyOptions {
  /** How far the delivery's time may lie from now, in seconds. Defaults to 300; a replay later is refused. */
  toleranceSeconds?: number;
  /**
   * Whether a delivery must have the signature that covers its time; true by default. The contract promises
   * `X-Service-Signature-256` alone, which covers no time: with false a delivery that has only this one is taken, also
   * when it is played again.
   */
  requireTimestamp?: boolean;
  /** Unix ms; the system's clock by default. */
  now?: number;
}

/** Whether a delivery is genuine, and why not. */
export type Verified =
  | { ok: true }
  | { ok: false; reason: "no-signature" | "wrong-signature" | "no-timestamp" | "too-old" };

const PREFIX = "whsec_";
const encoder = new TextEncoder();

/**
 * The headers of a signed delivery: the contract's `X-Service-Signature-256` (hex HMAC-SHA-256 of the body under the
 * secret's text), and those of Standard Webhooks, which sign id and time as well. `timestamp` is in Unix seconds.
 */
export async function signWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  { secret, id, timestamp }: { secret: string; id: string; timestamp: number },
): Promise<Record<string, string>> {
  const bytes = bytesOf(body);
  const standard = await hmac(standardKey(secret), joined(`${id}.${timestamp}.`, bytes));
  return {
    "X-Service-Signature-256": `sha256=${hex(await hmac(encoder.encode(secret), bytes))}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${btoa(String.fromCharCode(...standard))}`,
  };
}

/**
 * Checks a delivery against the automation's secret, in constant time, by the headers of Standard Webhooks: its time is
 * checked too, so that an old delivery cannot be played again. Taking those headers off does not help, unless
 * `requireTimestamp` is false.
 */
export async function verifyWebhook(
  { body, headers }: Delivery,
  secret: string,
  { toleranceSeconds = 300, requireTimestamp = true, now = Date.now() }: VerifyOptions = {},
): Promise<Verified> {
  const read = reader(headers);
  const bytes = bytesOf(body);
  const given = read("webhook-signature");
  const ofBody = read("x-service-signature-256");
  if (given === null && ofBody !== null && requireTimestamp) return { ok: false, reason: "no-timestamp" };
  if (given === null) return verifyBody(bytes, ofBody, secret);
  const [id, time] = [read("webhook-id"), read("webhook-timestamp")];
  if (id === null || time === null || !/^\d{1,15}$/.test(time)) return { ok: false, reason: "no-timestamp" };
  const expected = await hmac(standardKey(secret), joined(`${id}.${time}.`, bytes));
  const isGenuine = given
    .split(" ")
    .some((part) => part.startsWith("v1,") && isSame(fromBase64(part.slice(3)), expected));
  if (!isGenuine) return { ok: false, reason: "wrong-signature" };
  return Math.abs(now / 1000 - Number(time)) <= toleranceSeconds ? { ok: true } : { ok: false, reason: "too-old" };
}

async function verifyBody(bytes: Uint8Array<ArrayBuffer>, given: string | null, secret: string): Promise<Verified> {
  if (given === null) return { ok: false, reason: "no-signature" };
  const expected = encoder.encode(`sha256=${hex(await hmac(encoder.encode(secret), bytes))}`);
  return isSame(encoder.encode(given), expected) ? { ok: true } : { ok: false, reason: "wrong-signature" };
}

const bytesOf = (body: Delivery["body"]): Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? encoder.encode(body) : body;

function joined(head: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(head);
  const whole = new Uint8Array(start.length + bytes.length);
  whole.set(start);
  whole.set(bytes, start.length);
  return whole;
}

async function hmac(key: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
}

/** Standard Webhooks: the bytes after the prefix. A secret that somebody brought along is taken as it is. */
const standardKey = (secret: string): Uint8Array<ArrayBuffer> =>
  (secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null) ?? encoder.encode(secret);

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Not base64: it matches nothing.
    return null;
  }
}

/** Looks at every byte, whichever differs, so that the time it takes tells nothing. */
function isSame(given: Uint8Array | null, expected: Uint8Array): boolean {
  if (given?.length !== expected.length) return false;
  return expected.reduce((difference, byte, index) => difference | (byte ^ (given[index] ?? 0)), 0) === 0;
}

function reader(headers: Delivery["headers"]): (name: string) => string | null {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [byName.get(name)].flat()[0] ?? null;
}
