import type { ExecuteCadenceTaskRequest, FieldError } from "@trilho/contract";
import type { Facts, Names } from "@trilho/engine/contract";
import { createRenderer, renderText } from "@trilho/engine/liquid";
import { alone } from "../../platform/background/alone.ts";
import { done, invalid, refused, type Outcome } from "../../platform/service/outcome.ts";
import type { StoredTask } from "./model.ts";

/** What a task sends. */
export type TaskContent =
  | { kind: "text"; text: string }
  | { kind: "template"; name: string; language: string; parameters: string[] }
  | { kind: "email"; subject: string; html: string | null; text: string | null }
  /** Done by a person; nothing is sent. */
  | { kind: "none" };

export interface ContentContext {
  facts: Facts;
  /** What the ids in the facts are called. */
  names: Names;
  timeZone: string;
  locale: string;
  /** Unix ms. */
  now: number;
}

type Body = Pick<ExecuteCadenceTaskRequest, "message" | "subject" | "htmlBody" | "textBody">;

/** The request's own texts, as they are; else the step's, filled in. What is missing for the channel is a 400. */
export function contentOf(task: StoredTask, body: Body, context: ContentContext): Promise<Outcome<TaskContent>> {
  return CONTENT[task.channel](task, body, context);
}

const nothing = async (): Promise<Outcome<TaskContent>> => done({ kind: "none" });

const CONTENT: Record<StoredTask["channel"], typeof contentOf> = {
  whatsapp: whatsappContent,
  email: emailContent,
  voice_call: nothing,
  research: nothing,
};

async function whatsappContent(
  task: StoredTask,
  { message }: Body,
  context: ContentContext,
): Promise<Outcome<TaskContent>> {
  const fill = filler(context);
  if (isFilled(message)) return done({ kind: "text", text: message });
  if (task.whatsappTemplateName !== null) {
    const parameters: string[] = [];
    for (const text of task.whatsappTemplateParameters ?? []) parameters.push(await fill(text));
    const language = task.whatsappTemplateLanguage ?? context.locale.replace("-", "_");
    return done({ kind: "template", name: task.whatsappTemplateName, language, parameters });
  }
  const text = await fill(task.message ?? "");
  return isFilled(text) ? done({ kind: "text", text }) : missing(["message"]);
}

async function emailContent(task: StoredTask, body: Body, context: ContentContext): Promise<Outcome<TaskContent>> {
  const fill = filler(context);
  const fillHtml = filler({ ...context, facts: escaped(context.facts), names: escaped(context.names) });
  const sendsOwn = isFilled(body.htmlBody) || isFilled(body.textBody);
  const subject = isFilled(body.subject) ? body.subject : await fill(task.subject ?? "");
  const html = sendsOwn ? body.htmlBody : await fillHtml(task.htmlBody ?? "");
  const text = sendsOwn ? body.textBody : await fill(task.textBody ?? "");
  const lacks = [
    ...(isFilled(subject) ? [] : ["subject"]),
    ...(isFilled(html) || isFilled(text) ? [] : ["htmlBody", "textBody"]),
  ];
  if (lacks.length > 0) return missing(lacks);
  // A subject is one line, whatever a name holds.
  const line = subject.replaceAll(/\s+/gu, " ").trim();
  return done({ kind: "email", subject: line, html: isFilled(html) ? html : null, text: isFilled(text) ? text : null });
}

const isFilled = (text: string | null | undefined): text is string => (text ?? "").trim() !== "";

const missing = (fields: readonly string[]) =>
  refused(
    invalid(
      fields.map((field): FieldError => ({ field, message: "is required: the cadence's step has no text for it" })),
    ),
  );

function filler({ timeZone, locale, facts, names, now }: ContentContext): (text: string) => Promise<string> {
  const renderer = createRenderer({ timeZone, locale, names });
  return async (text) => (await alone(() => renderText(renderer, text, facts, now))).text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Facts and names as they stand in HTML: what a contact wrote into a name is no markup. */
const escaped = <T extends Facts | Names>(plain: T): T => escapedValue(plain) as T;

function escapedValue(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  if (Array.isArray(value)) return value.map(escapedValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escapedValue(item)] as const));
}
