import { words } from "../text.ts";

/** Why nothing can be sent to a contact, or not this. */
export const MESSAGES = {
  "contact-phone-wrong": words(
    "The contact's phone is not a phone number.",
    "O telefone do contato não é um número de telefone.",
  ),
  "channel-gone": words("The channel to send from does not exist any more.", "O canal de envio não existe mais."),
  "channel-of-another-kind": words(
    "The channel to send from is not a WhatsApp channel.",
    "O canal de envio não é um canal de WhatsApp.",
  ),
  "channel-missing": words(
    "This workspace has no WhatsApp channel to send from by default: choose one.",
    "Este espaço de trabalho não tem um canal de WhatsApp padrão: escolha um.",
  ),
  "file-gone": words(
    "The file to send is not stored in this workspace any more.",
    "O arquivo a enviar não está mais guardado neste espaço de trabalho.",
  ),
  "script-unknown": words(
    "There are no message scripts here: write the message into the step, or choose a template.",
    "Aqui não há scripts de mensagem: escreva a mensagem no passo, ou escolha um modelo.",
  ),
  "message-refused": words(
    "The message cannot be sent as it is: “{words}”.",
    "A mensagem não pode ser enviada como está: “{words}”.",
  ),
  "media-unnamed": words("The message named no file.", "A mensagem não indicou nenhum arquivo."),
  "media-too-large": words("The file is larger than {count} MB.", "O arquivo passa de {count} MB."),
  "message-being-sent": words(
    "This message is being sent by another attempt.",
    "Outra tentativa está enviando esta mensagem.",
  ),
  "message-not-handed-over": words(
    "The message could not be handed over.",
    "Não foi possível entregar a mensagem ao envio.",
  ),
  "sending-lost": words(
    "The attempt was interrupted, and how it ended is not known: it may have gone out. Look there before you retry it.",
    "A tentativa foi interrompida, e não se sabe como terminou: pode ter saído. Olhe lá antes de tentar de novo.",
  ),
  "message-undelivered": words("The message could not be delivered.", "Não foi possível entregar a mensagem."),
  "may-have-gone-out": words(
    "It may have gone out all the same: look there before you retry it.",
    "Mesmo assim pode ter saído: olhe lá antes de tentar de novo.",
  ),
  "comment-channel-gone": words(
    "The channel that the comment came by does not exist any more.",
    "O canal pelo qual o comentário chegou não existe mais.",
  ),
} as const;
