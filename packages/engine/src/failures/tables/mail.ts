import { words } from "../text.ts";

/** What e-mail meets. */
export const MAIL = {
  "mail-unreachable": words("The mail server cannot be reached.", "Não foi possível falar com o servidor de e-mail."),
  "mail-address-wrong": words("“{words}” is not an e-mail address.", "“{words}” não é um endereço de e-mail."),
  "mail-sign-in": words(
    "The mail server refuses the user or the password: ask whoever runs this server to correct them. It says: “{words}” ({status}).",
    "O servidor de e-mail recusa o usuário ou a senha: peça a quem cuida deste servidor que os corrija. Ele diz: “{words}” ({status}).",
  ),
  "mail-recipient": words(
    "The mail server does not take the recipient: “{words}” ({status}).",
    "O servidor de e-mail não aceita o destinatário: “{words}” ({status}).",
  ),
  "mail-sender": words(
    "The mail server does not take the sender: ask whoever runs this server to check it. It says: “{words}” ({status}).",
    "O servidor de e-mail não aceita o remetente: peça a quem cuida deste servidor que o confira. Ele diz: “{words}” ({status}).",
  ),
  "mail-refused": words(
    "The mail server did not take the message: “{words}” ({status}).",
    "O servidor de e-mail não aceitou a mensagem: “{words}” ({status}).",
  ),
  "mail-failed": words(
    "The mail server did not take the message ({detail}).",
    "O servidor de e-mail não aceitou a mensagem ({detail}).",
  ),
} as const;
