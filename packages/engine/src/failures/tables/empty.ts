import { words } from "../text.ts";

/** What cannot be sent because it says nothing, or to nowhere. */
export const EMPTY = {
  "message-empty": words("The message is empty.", "A mensagem está vazia."),
  "reply-empty": words("The reply is empty.", "A resposta está vazia."),
  "template-value-empty": words("The template's value “{words}” is empty.", "O valor “{words}” do modelo está vazio."),
  "mail-empty": words("The e-mail has neither a subject nor a text.", "O e-mail não tem assunto nem texto."),
  "webhook-not-web": words(
    "The address is not an http or https address.",
    "O endereço não é um endereço http nem https.",
  ),
} as const;
