import type { Schema } from "../schema.ts";
import type { Json, JsonMap } from "./openapi-schemas.ts";

/** The part of JSON Schema that examples are made of: answers have no choices between schemas. */
interface Shape {
  type?: string | readonly string[];
  const?: Json;
  enum?: readonly Json[];
  examples?: readonly Json[];
  format?: string;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** What an ordinary answer leaves empty: it is the last page, of a deal that is open, of something that went well. */
const EMPTY = new Set([
  "message",
  "nextCursor",
  "closedAt",
  "lostReason",
  "error",
  "failureReason",
  "optedOutAt",
  "triggerWindow",
]);

/** Texts by the name of the part, or by the name of the whole and the part. */
const TEXTS: Readonly<Record<string, string>> = {
  actorType: "user",
  automationName: "Follow up after a visit",
  "cadence.name": "Follow-up in three days",
  categoryColor: "#6366f1",
  categoryName: "Call",
  "channel.name": "WhatsApp sales",
  "channelOverride.name": "WhatsApp sales",
  cnpj: "12.345.678/0001-95",
  clientIpAddress: "203.0.113.7",
  color: "#6366f1",
  "company.name": "Souza Ltda",
  content: "Asked for a proposal.",
  country: "BR",
  currency: "BRL",
  displayName: "Maria Souza",
  domain: "example.com",
  email: "maria@example.com",
  fieldSlug: "segment",
  fileName: "proposal.pdf",
  firstName: "Maria",
  instagramUsername: "mariasouza",
  kind: "whatsapp",
  lastMessageText: "Thank you!",
  lastName: "Souza",
  locale: "pt-BR",
  mimeType: "application/pdf",
  name: "Maria Souza",
  phone: "+5511987654321",
  slug: "segment",
  source: "api",
  "stage.name": "Leads",
  "tag.name": "VIP",
  timeOfDay: "09:00",
  timeZone: "America/Sao_Paulo",
  title: "Call Maria",
  triggerType: "deal_created",
  userName: "Ana Lima",
  website: "https://example.com",
};

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-01T12:00:00.000Z",
  date: "2026-03-01",
  email: "maria@example.com",
  uri: "https://example.com",
};

const ID = "0b4f6c1e-5d2a-4c3b-9e8f-7a6d5c4b3a21";

/** A value of the schema, always the same one: its own example or first choice, else one by the name of the part. */
export function exampleOf(schema: Schema, name = "", whole = ""): Json {
  const shape = schema as Shape;
  const types = [shape.type ?? "object"].flat();
  if (types.includes("null") && EMPTY.has(name)) return null;
  const given = shape.const ?? shape.examples?.[0] ?? shape.enum?.[0];
  if (given !== undefined) return given;
  return EXAMPLES[types.find((type) => type !== "null") ?? "null"]?.(shape, name, whole) ?? null;
}

const EXAMPLES: Readonly<Record<string, (shape: Shape, name: string, whole: string) => Json>> = {
  string: ({ format = "" }, name, whole) => FORMATS[format] ?? TEXTS[`${whole}.${name}`] ?? TEXTS[name] ?? textOf(name),
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => false,
  array: ({ items }, name) => (items === undefined ? [] : [exampleOf(items, name.replace(/s$/, ""))]),
  object: ({ properties = {} }, name) => partsOf(properties, name),
};

const partsOf = (properties: Record<string, Schema>, whole: string): JsonMap =>
  Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, exampleOf(part, key, whole)]));

function textOf(name: string): string {
  if (/^id$|Id$/.test(name)) return ID;
  return /url$/i.test(name) ? "https://example.com" : "text";
}
