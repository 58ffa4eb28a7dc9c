import { FEATURES, PERMISSIONS } from "@trilho/contract";
import { ROLES } from "../platform/security/principal.ts";

const object = (required: string[], properties: Record<string, unknown>) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const list = (items: unknown, more: object = {}) => ({ type: "array", items, ...more });
const text = (more: object = {}) => ({ type: "string", minLength: 1, maxLength: 255, format: "storable", ...more });
const names = (values: readonly string[]) => list({ enum: values }, { uniqueItems: true });
const nullable = (type: string, more: object = {}) => ({ type: [type, "null"], ...more });

const key = object(["name", "secret"], {
  name: text(),
  secret: { type: "string", minLength: 32, maxLength: 512, format: "api-key" },
  expiresAt: nullable("string", { format: "instant" }),
  revoked: { type: "boolean" },
});

const calendar = object(["url", "source"], {
  url: { type: "string", maxLength: 2000, format: "calendar-address" },
  source: text({ maxLength: 50 }),
});

const member = object(["email", "name", "role"], {
  email: text({ format: "email" }),
  name: text(),
  role: { enum: ROLES },
  permissions: object([], { allow: names(PERMISSIONS), deny: names(PERMISSIONS) }),
  visibility: { enum: ["all", "own"] },
  active: { type: "boolean" },
  keys: list(key),
  calendars: list(calendar, { maxItems: 20 }),
});

/** In the words of Meta's Graph API, whose other keys are kept as they are. */
const template = object(["name", "language", "components"], {
  name: { type: "string", pattern: "^[a-z0-9_]{1,512}$" },
  language: { type: "string", pattern: "^[a-z]{2,3}(_[A-Z]{2})?$" },
  category: { enum: ["marketing", "utility", "authentication"] },
  status: { enum: ["approved", "pending", "rejected", "paused", "disabled"] },
  components: list(
    { type: "object", required: ["type"], properties: { type: { enum: ["HEADER", "BODY", "FOOTER", "BUTTONS"] } } },
    { minItems: 1, maxItems: 10 },
  ),
});

const channel = object(["id", "kind", "name"], {
  id: text(),
  kind: text(),
  name: text(),
  phoneNumberId: nullable("string", { maxLength: 255, format: "storable" }),
  businessAccountId: nullable("string", { maxLength: 255, format: "storable" }),
  isDefault: { type: "boolean" },
  templates: list(template, { maxItems: 1000 }),
});

const day = object(["weekday", "from", "to"], {
  weekday: { type: "integer", minimum: 1, maximum: 7 },
  from: { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
  to: { type: "string", pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$" },
});

const workspace = object(["slug", "name"], {
  slug: { type: "string", pattern: "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$" },
  name: text(),
  timeZone: { type: "string", format: "time-zone" },
  locale: { type: "string", format: "locale" },
  features: names(FEATURES),
  quotas: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
  members: list(member),
  businessHours: {
    ...object(["days"], { timeZone: { type: "string", format: "time-zone" }, days: list(day) }),
    type: ["object", "null"],
  },
  channels: list(channel),
  automationReview: { type: "boolean" },
  lossReasons: list({ type: "string", maxLength: 255, format: "storable" }, { maxItems: 50 }),
});

/** JSON Schema (2020-12) of a provisioning file. Formats: those of `parse.ts`. */
export const PROVISION_SCHEMA = object(["workspaces"], { workspaces: list(workspace) });
