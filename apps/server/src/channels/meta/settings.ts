/** Access to Meta's Graph API, which carries WhatsApp and Instagram. */
export interface MetaSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  /** `v23.0` */
  version: string;
  /** Null: nothing is sent, everything goes to the local outbox. */
  token: string | null;
  /** Signs what Meta delivers here. Null: deliveries are not taken. */
  appSecret: string | null;
  /** What Meta is to say when it asks whether this address takes deliveries. */
  verifyToken: string | null;
  /** Where conversions are reported to. Null: they stay in the local outbox. */
  pixelId: string | null;
  /** Of one call, all in all. */
  timeoutMs: number;
}

export const META_DEFAULTS: MetaSettings = {
  baseUrl: "https://graph.facebook.com",
  version: "v23.0",
  token: null,
  appSecret: null,
  verifyToken: null,
  pixelId: null,
  timeoutMs: 20_000,
};
