import { words } from "../text.ts";

/** What cannot be sent because it says nothing. */
export const EMPTY = {
  "message-empty": words("The message is empty.", "A mensagem está vazia."),
  "reply-empty": words("The reply is empty.", "A resposta está vazia."),
  "template-value-empty": words("The template's value “{words}” is empty.", "O valor “{words}” do modelo está vazio."),
  "mail-empty": words("The e-mail has neither a subject nor a text.", "O e-mail não tem assunto nem texto."),
} as const;
