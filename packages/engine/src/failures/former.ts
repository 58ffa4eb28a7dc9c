import { words, type FailureWords } from "./words.ts";

/** What earlier versions wrote and databases still hold, and how it is said now. Nothing writes these any more. */
export const FORMER: readonly (readonly [written: string, now: FailureWords])[] = [
  [
    "The address cannot be reached: no answer in time.",
    words("The address did not answer in time.", "O endereço não respondeu a tempo."),
  ],
  [
    "The address cannot be reached: {detail}.",
    words("The address cannot be reached ({detail}).", "Não foi possível chegar ao endereço ({detail})."),
  ],
  [
    "Meta cannot be reached: no answer in time.",
    words("Meta did not answer in time.", "A Meta não respondeu a tempo."),
  ],
  [
    "Meta cannot be reached: {detail}.",
    words("Meta cannot be reached ({detail}).", "Não foi possível falar com a Meta ({detail})."),
  ],
  [
    "The assistant cannot be reached: no answer in time.",
    words("The assistant did not answer in time.", "O assistente não respondeu a tempo."),
  ],
  [
    "The assistant cannot be reached: {detail}.",
    words("The assistant cannot be reached ({detail}).", "Não foi possível falar com o assistente ({detail})."),
  ],
  [
    "The address answered {status}.",
    words("The address did not take the request ({status}).", "O endereço não aceitou a requisição ({status})."),
  ],
  [
    "The address answered {status}. {words}",
    words(
      "The address did not take the request ({status}). It says: “{words}”.",
      "O endereço não aceitou a requisição ({status}). Ele diz: “{words}”.",
    ),
  ],
  [
    "The assistant answered {status}.",
    words("The assistant cannot answer now ({status}).", "O assistente não pode responder agora ({status})."),
  ],
  ["Meta: {words}", words("Meta says: “{words}”.", "A Meta diz: “{words}”.")],
  [
    "The channel has no phoneNumberId, so nothing can be sent through it.",
    words(
      "The channel has no number of its sender (phoneNumberId), so nothing can be sent through it.",
      "O canal não tem o número de quem envia (phoneNumberId), por isso nada pode sair por ele.",
    ),
  ],
  [
    '"{words}" is not an e-mail address.',
    words("“{words}” is not an e-mail address.", "“{words}” não é um endereço de e-mail."),
  ],
  [
    "to: is not a phone number",
    words("The contact's phone is not a phone number.", "O telefone do contato não é um número de telefone."),
  ],
  [
    "This workspace has no default channel of whatsapp. Name one with channelId.",
    words(
      "This workspace has no WhatsApp channel to send from by default: choose one.",
      "Este espaço de trabalho não tem um canal de WhatsApp padrão: escolha um.",
    ),
  ],
  [
    "The stage is not a stage of this workspace.",
    words("The stage does not exist any more.", "A etapa não existe mais."),
  ],
  [
    "The responsible is not an active member.",
    words("The responsible is not an active member any more.", "O responsável não está mais na equipe ativa."),
  ],
  [
    "The co-owner is not an active member.",
    words("The co-owner is not an active member any more.", "O corresponsável não está mais na equipe ativa."),
  ],
  [
    "The loss reason is required for a lost deal.",
    words(
      "A lost deal needs a loss reason: choose one.",
      "Um negócio perdido precisa de um motivo da perda: escolha um.",
    ),
  ],
  [
    "The loss reason must be one of {words}.",
    words("The loss reason must be one of “{words}”.", "O motivo da perda precisa ser um destes: “{words}”."),
  ],
  [
    "The field {words} is not a custom field of this kind of record.",
    words("There is no custom field “{words}”.", "Não existe o campo personalizado “{words}”."),
  ],
  [
    "The field {words} is required in this stage.",
    words("The stage asks for “{words}”, which the deal lacks.", "A etapa pede “{words}”, que falta no negócio."),
  ],
  [
    "The name is required in this stage.",
    words("The stage asks for a name, which the deal lacks.", "A etapa pede um nome, que falta no negócio."),
  ],
  [
    "The value is required in this stage.",
    words("The stage asks for a value, which the deal lacks.", "A etapa pede um valor, que falta no negócio."),
  ],
  [
    "The phone is required in this stage.",
    words(
      "The stage asks for the contact's phone, which the deal lacks.",
      "A etapa pede o telefone do contato, que falta no negócio.",
    ),
  ],
  [
    "The e-mail is required in this stage.",
    words(
      "The stage asks for the contact's e-mail, which the deal lacks.",
      "A etapa pede o e-mail do contato, que falta no negócio.",
    ),
  ],
  [
    "The text at {path} cannot be filled in: {words}",
    words(
      "The text at {path} cannot be filled in: “{words}”.",
      "O texto em {path} não pode ser preenchido: “{words}”.",
    ),
  ],
  [
    "The database refuses this: {words}",
    words("The database refuses this: “{words}”.", "O banco de dados recusa isto: “{words}”."),
  ],
  ["Something went wrong: {words}", words("Something went wrong: “{words}”.", "Algo deu errado: “{words}”.")],
  // What the mail library said.
  [
    "getaddrinfo ENOTFOUND {host}",
    words(
      "{host} was not found: check the address (ENOTFOUND).",
      "{host} não foi encontrado: confira o endereço (ENOTFOUND).",
    ),
  ],
  [
    "connect ECONNREFUSED {host}",
    words("{host} refused the connection (ECONNREFUSED).", "{host} recusou a conexão (ECONNREFUSED)."),
  ],
  [
    "connect ETIMEDOUT {host}",
    words("{host} did not answer in time (ETIMEDOUT).", "{host} não respondeu a tempo (ETIMEDOUT)."),
  ],
  [
    "Greeting never received",
    words("The mail server did not answer in time.", "O servidor de e-mail não respondeu a tempo."),
  ],
  [
    "Connection timeout",
    words("The mail server did not answer in time.", "O servidor de e-mail não respondeu a tempo."),
  ],
  [
    "Invalid login: {words}",
    words(
      "The mail server refuses the user or the password: “{words}”.",
      "O servidor de e-mail recusa o usuário ou a senha: “{words}”.",
    ),
  ],
  [
    "Can't send mail - all recipients were rejected: {words}",
    words(
      "The mail server does not take the recipient: “{words}”.",
      "O servidor de e-mail não aceita o destinatário: “{words}”.",
    ),
  ],
  [
    "Message failed: {words}",
    words(
      "The mail server did not take the message: “{words}”.",
      "O servidor de e-mail não aceitou a mensagem: “{words}”.",
    ),
  ],
];
