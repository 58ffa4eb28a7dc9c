import { words, type FailureLanguage, type FailureTexts } from "./text.ts";

/** What people call the texts of an action, by their key in its config; as its form does. */
export const FIELDS: Readonly<Record<string, FailureTexts>> = {
  text: words("Message", "Mensagem"),
  subject: words("Subject", "Assunto"),
  previewText: words("Preview text", "Texto de prévia"),
  plainText: words("Plain-text version", "Versão em texto puro"),
  body: words("Body", "Corpo"),
  to: words("To", "Para"),
  replyTo: words("Reply to", "Responder para"),
  buttons: words("Quick-reply buttons", "Botões de resposta rápida"),
  templateName: words("Template", "Modelo"),
  templateParameters: words("Template values", "Valores do modelo"),
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

/** The name of the text with that key; the key itself where it has none. */
export const fieldIn = (key: string, language: FailureLanguage): string =>
  (Object.hasOwn(FIELDS, key) ? FIELDS[key]?.[language] : undefined) ?? key;
