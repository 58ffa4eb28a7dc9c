/** What Meta's Cloud API and Instagram API publish of their requests, strictly: unknown keys are refused. */

const object = (required: string[], properties: Record<string, unknown>) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const link = { type: "string", pattern: "^https?://", maxLength: 2048 };
const digits = { type: "string", pattern: "^[0-9]{5,20}$" };

/** Stored media by id, or any by link: exactly one. */
const media = (extras: Record<string, unknown>) => ({
  ...object([], { id: digits, link, ...extras }),
  oneOf: [{ required: ["id"] }, { required: ["link"] }],
});

const parameter = {
  type: "object",
  required: ["type"],
  properties: { type: { enum: ["text", "currency", "date_time", "image", "video", "document", "payload"] } },
};
const template = object(["name", "language"], {
  name: { type: "string", pattern: "^[a-z0-9_]{1,512}$" },
  language: object(["code"], {
    code: { type: "string", pattern: "^[a-z]{2,3}(_[A-Z]{2})?$" },
    policy: { const: "deterministic" },
  }),
  components: {
    type: "array",
    items: object(["type"], {
      type: { enum: ["header", "body", "button"] },
      sub_type: { enum: ["quick_reply", "url", "copy_code", "flow"] },
      index: { type: "string", pattern: "^[0-9]$" },
      parameters: { type: "array", items: parameter },
    }),
  },
});

const replyButton = object(["type", "reply"], {
  type: { const: "reply" },
  reply: object(["id", "title"], { id: text(256), title: text(20) }),
});
const row = object(["id", "title"], { id: text(200), title: text(24), description: text(72) });
const section = object(["rows"], { title: text(24), rows: { type: "array", minItems: 1, maxItems: 10, items: row } });
const frame = {
  header: { type: "object" },
  body: object(["text"], { text: text(1024) }),
  footer: object(["text"], { text: text(60) }),
};
const interactive = {
  oneOf: [
    object(["type", "body", "action"], {
      type: { const: "button" },
      ...frame,
      action: object(["buttons"], { buttons: { type: "array", minItems: 1, maxItems: 3, items: replyButton } }),
    }),
    object(["type", "body", "action"], {
      type: { const: "list" },
      ...frame,
      action: object(["button", "sections"], {
        button: text(20),
        sections: { type: "array", minItems: 1, maxItems: 10, items: section },
      }),
    }),
  ],
};

const name = object(["formatted_name"], {
  formatted_name: text(255),
  first_name: text(255),
  last_name: text(255),
});
const contacts = {
  type: "array",
  minItems: 1,
  items: object(["name"], { name, phones: { type: "array" }, emails: { type: "array" }, org: { type: "object" } }),
};

/** The part of each type of WhatsApp message (Cloud API, "Messages"). */
const PARTS: Record<string, unknown> = {
  text: object(["body"], { body: text(4096), preview_url: { type: "boolean" } }),
  image: media({ caption: text(1024) }),
  video: media({ caption: text(1024) }),
  document: media({ caption: text(1024), filename: text(240) }),
  audio: media({ voice: { type: "boolean" } }),
  sticker: media({}),
  location: object(["latitude", "longitude"], {
    latitude: { type: "number", minimum: -90, maximum: 90 },
    longitude: { type: "number", minimum: -180, maximum: 180 },
    name: text(1000),
    address: text(1000),
  }),
  contacts,
  template,
  interactive,
  reaction: object(["message_id", "emoji"], {
    message_id: { type: "string", pattern: "^wamid\\." },
    emoji: { type: "string" },
  }),
};

const whatsapp = {
  oneOf: Object.entries(PARTS).map(([type, part]) =>
    object(["messaging_product", "recipient_type", "to", "type", type], {
      messaging_product: { const: "whatsapp" },
      recipient_type: { const: "individual" },
      to: { type: "string", pattern: "^[0-9]{8,15}$" },
      type: { const: type },
      [type]: part,
      context: object(["message_id"], { message_id: { type: "string", pattern: "^wamid\\." } }),
      biz_opaque_callback_data: text(512),
    }),
  ),
};

const instagramMessage = {
  oneOf: [
    object(["text"], { text: text(1000) }),
    object(["attachment"], {
      attachment: object(["type", "payload"], {
        type: { enum: ["image", "video", "audio"] },
        payload: object(["url"], { url: link }),
      }),
    }),
  ],
};
const instagram = {
  oneOf: [
    object(["recipient", "message"], { recipient: object(["id"], { id: digits }), message: instagramMessage }),
    object(["recipient", "message"], {
      recipient: object(["comment_id"], { comment_id: digits }),
      message: object(["text"], { text: text(1000) }),
    }),
  ],
};

const hashes = { type: "array", minItems: 1, items: { type: "string", pattern: "^[0-9a-f]{64}$" } };
/** Conversions API, "Parameters": who it is about only in hashes. */
const conversion = object(["event_name", "event_time", "event_id", "action_source", "user_data"], {
  event_name: text(100),
  event_time: { type: "integer" },
  event_id: text(200),
  action_source: { const: "system_generated" },
  user_data: {
    ...object([], {
      ...Object.fromEntries(["em", "ph", "fn", "ln", "external_id"].map((key) => [key, hashes])),
      fbc: text(500),
    }),
    minProperties: 1,
  },
  custom_data: { type: "object" },
});

/** By what a request is for. */
export const META_SCHEMAS = {
  whatsapp,
  instagram,
  reply: object(["message"], { message: text(2200) }),
  conversion: object(["data"], {
    data: { type: "array", minItems: 1, maxItems: 1000, items: conversion },
    test_event_code: text(50),
  }),
  hide: object(["hide"], { hide: { type: "boolean" } }),
};
