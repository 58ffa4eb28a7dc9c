import { isObject } from "@trilho/engine";
import type { OutboxItem } from "@trilho/api-client";
import { pretty } from "../../data/pretty.ts";

/** What an entry of the outbox shows. */
export type Shown =
  | { as: "message"; text: string; parts: Part[]; buttons: string[]; isWhatsapp: boolean }
  | { as: "email"; to: string[]; cc: string[]; replyTo: string; subject: string; preview: string; text: string }
  | { as: "comment"; text: string; isPrivate: boolean }
  | { as: "hiding"; hidden: boolean }
  | { as: "data"; words: "body" | "event" | "raw"; line: string; json: string };

/** What goes along with a message's text, in words of the list. */
export type Part =
  | { kind: "media"; type: string; name: string }
  | { kind: "template" | "location"; name: string }
  | { kind: "reaction"; emoji: string };

type Json = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Json => (isObject(value) ? value : {});
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const textsIn = (value: unknown): string[] => listIn(value).map(textIn).filter(Boolean);

const READERS: Readonly<Record<string, (content: Json) => Shown>> = {
  whatsapp: ofWhatsapp,
  instagram: ofInstagram,
  instagram_reply: (content) => ({
    as: "comment",
    text: textIn(content["text"]),
    isPrivate: content["isPrivate"] === true,
  }),
  instagram_hide: (content) => ({ as: "hiding", hidden: content["hidden"] !== false }),
  email: ofEmail,
  webhook: ({ method, url, body }) => ({
    as: "data",
    words: "body",
    line: `${textIn(method) || "POST"} ${textIn(url)}`,
    json: pretty(body),
  }),
  meta_conversion: ({ event }) => ({
    as: "data",
    words: "event",
    line: textIn(objectIn(event)["event_name"]),
    json: pretty(event),
  }),
};

/** Reads an entry for people. What nobody knows is shown as it is. */
export function shownOf({ kind, content }: Pick<OutboxItem, "kind" | "content">): Shown {
  const reader = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  return reader?.(content) ?? { as: "data", words: "raw", line: "", json: pretty(content) };
}

const message = (text: string, parts: Part[] = [], buttons: string[] = []): Shown => ({
  as: "message",
  text,
  parts,
  buttons,
  isWhatsapp: true,
});

function ofWhatsapp(content: Json): Shown {
  const type = textIn(content["type"]);
  const part = objectIn(content[type]);
  const file = objectIn(content["file"]);
  if (type === "text") return message(textIn(part["body"]));
  if (type === "interactive") return message(textIn(objectIn(part["body"])["text"]), headOf(part), buttonsOf(part));
  if (type === "template") return message("", [{ kind: "template", name: textIn(part["name"]) }]);
  if (type === "reaction") return message("", [{ kind: "reaction", emoji: textIn(part["emoji"]) }]);
  if (type === "location") return message("", [{ kind: "location", name: placeOf(part) }]);
  const name = textIn(file["name"]) || textIn(part["filename"]) || textIn(part["link"]);
  return message(textIn(part["caption"]), type === "" ? [] : [{ kind: "media", type, name }]);
}

const placeOf = ({ name, address, latitude, longitude }: Json): string =>
  [textIn(name), textIn(address)].filter(Boolean).join(", ") || `${String(latitude)}, ${String(longitude)}`;

/** The picture, film or file above a message with buttons. */
function headOf(interactive: Json): Part[] {
  const header = objectIn(interactive["header"]);
  const type = textIn(header["type"]);
  return type === "" || type === "text" ? [] : [{ kind: "media", type, name: textIn(objectIn(header[type])["link"]) }];
}

/** What an interactive message of WhatsApp offers to press, whatever else it holds. */
export function buttonsOf(interactive: Json): string[] {
  const action = objectIn(interactive["action"]);
  const replies = listIn(action["buttons"]).map((button) => textIn(objectIn(objectIn(button)["reply"])["title"]));
  const rows = listIn(action["sections"]).flatMap((section) => listIn(objectIn(section)["rows"]));
  return [...replies, ...rows.map((row) => textIn(objectIn(row)["title"]))].filter(Boolean);
}

function ofInstagram(content: Json): Shown {
  const attachment = objectIn(content["attachment"]);
  const type = textIn(attachment["type"]);
  const parts: Part[] =
    type === "" ? [] : [{ kind: "media", type, name: textIn(objectIn(attachment["payload"])["url"]) }];
  return { as: "message", text: textIn(content["text"]), parts, buttons: [], isWhatsapp: false };
}

/** HTML is never shown as such: only its text, which an e-mail of an automation always has. */
function ofEmail(content: Json): Shown {
  return {
    as: "email",
    to: textsIn(content["to"]),
    cc: textsIn(content["cc"]),
    replyTo: textIn(content["replyTo"]),
    subject: textIn(content["subject"]),
    preview: textIn(content["preview"]),
    text: textIn(content["text"]) || plain(textIn(content["html"])),
  };
}

/** The text of a page, read by the browser's own parser, which runs nothing of it. */
const plain = (html: string): string =>
  html === "" ? "" : (new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "");
