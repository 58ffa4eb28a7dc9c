import { words, type FailureLanguage, type FailureWords } from "./words.ts";

/** What people call the texts of an action, by their key in its config; as its form does. */
export const FIELDS: Readonly<Record<string, FailureWords>> = {
  text: words("Message", "Mensagem"),
  subject: words("Subject", "Assunto"),
  body: words("Body", "Corpo"),
  to: words("To", "Para"),
  replyTo: words("Reply to", "Responder para"),
  buttons: words("Quick-reply buttons", "Botões de resposta rápida"),
  templateName: words("Template", "Modelo"),
  mediaLink: words("Media address", "Endereço da mídia"),
  title: words("Title", "Título"),
  description: words("Description", "Descrição"),
  name: words("Deal name", "Nome do negócio"),
  value: words("Value", "Valor"),
  lostReason: words("Loss reason", "Motivo da perda"),
  note: words("Closing note", "Nota de encerramento"),
  instructions: words("What to look at", "O que observar"),
  reason: words("Reason", "Motivo"),
  url: words("Address", "Endereço"),
  headers: words("Headers", "Cabeçalhos"),
  eventName: words("Event", "Evento"),
  currency: words("Currency", "Moeda"),
};

/**
 * The name of the text at a JSON Pointer into an action's config, in English; its key where it has none.
 *
 * @example
 * ```ts
 * import { fieldAt } from "@trilho/engine/failures";
 *
 * fieldAt("/text"); // "Message"
 * ```
 */
export function fieldAt(pointer: string): string {
  const [, key = ""] = pointer.split("/");
  return (Object.hasOwn(FIELDS, key) ? FIELDS[key]?.en : undefined) ?? key;
}

/** Such a name in a language. */
export const fieldIn = (name: string, language: FailureLanguage): string =>
  Object.values(FIELDS).find(({ en }) => en === name)?.[language] ?? name;
