import type { JsonObject, JsonValue } from "../contract/json.ts";

/** A piece of a line; `href` makes it a link. */
export interface MailPiece {
  readonly text: string;
  readonly href?: string;
}

/** An e-mail as it goes out, from the filled-in config of `send_email`. Null where there is nothing to say. */
export interface Mail {
  readonly subject: string | null;
  /** Shown beside the subject in an inbox, and not in the message. */
  readonly preview: string | null;
  readonly html: string | null;
  /** For readers without HTML. */
  readonly text: string | null;
}

/**
 * Makes an e-mail of a config whose Liquid is filled in: its HTML with paragraphs, lines and links, led by the hidden preview
 * text, and its plain-text part, which is the message itself unless one is written.
 *
 * @example
 * ```ts
 * import { mailOf } from "@trilho/engine/liquid";
 *
 * mailOf({ subject: "Your quote", body: "Hi Ana" }).html; // "<p>Hi Ana</p>"
 * mailOf({ body: "Hi Ana", plainText: "Hi" }).text; // "Hi"
 * ```
 */
export function mailOf(config: JsonObject): Mail {
  const body = filled(config["body"]);
  const preview = filled(config["previewText"]);
  return {
    subject: filled(config["subject"]),
    preview,
    html: body === null ? null : (preview === null ? "" : `${hidden(preview)}\n`) + htmlOf(body),
    text: filled(config["plainText"]) ?? body,
  };
}

function filled(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

const LINK = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g;

/**
 * A message's paragraphs, their lines, and of each its text and links.
 *
 * @example
 * ```ts
 * import { paragraphsOf } from "@trilho/engine/liquid";
 *
 * paragraphsOf("See https://acme.example.");
 * // [[[{ text: "See " }, { text: "https://acme.example", href: "https://acme.example" }, { text: "." }]]]
 * ```
 */
export function paragraphsOf(text: string): MailPiece[][][] {
  return text.split(/\n\s*\n/).map((paragraph) => paragraph.trim().split("\n").map(piecesOf));
}

function piecesOf(line: string): MailPiece[] {
  const pieces: MailPiece[] = [];
  let from = 0;
  for (const { 0: href, index } of line.matchAll(LINK)) {
    if (index > from) pieces.push({ text: line.slice(from, index) });
    pieces.push({ text: href, href });
    from = index + href.length;
  }
  return from < line.length ? [...pieces, { text: line.slice(from) }] : pieces;
}

const htmlOf = (text: string): string =>
  paragraphsOf(text)
    .map((lines) => `<p>${lines.map((pieces) => pieces.map(pieceHtml).join("")).join("<br>\n")}</p>`)
    .join("\n");

const pieceHtml = ({ text, href }: MailPiece): string =>
  href === undefined ? escape(text) : `<a href="${escape(href)}">${escape(text)}</a>`;

/** Inboxes show this much, and go on with the message where the preview text is shorter: blanks keep it out. */
const SHOWN_CHARACTERS = 150;

function hidden(preview: string): string {
  const words = preview.trim().replaceAll(/\s+/g, " ");
  const blanks = "&nbsp;&zwnj;".repeat(Math.max(0, SHOWN_CHARACTERS - words.length));
  return `<div style="display:none;max-height:0;overflow:hidden">${escape(words)}${blanks}</div>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
