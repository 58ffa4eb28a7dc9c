import { words } from "../text.ts";

/** Meta's errors, and what people can do about them. */
export const META = {
  "meta-unreachable": words("Meta cannot be reached.", "Não foi possível falar com a Meta."),
  "meta-words": words("Meta says: “{words}” ({code}).", "A Meta diz: “{words}” ({code})."),
  "meta-words-alone": words("Meta says: “{words}”.", "A Meta diz: “{words}”."),
  "meta-code": words("Meta refused this without a reason ({code}).", "A Meta recusou sem dizer por quê ({code})."),
  "meta-status": words("Meta answered {status} without a reason.", "A Meta respondeu {status} sem dizer por quê."),
  "meta-answer-too-large": words("Meta's answer is too large.", "A resposta da Meta é grande demais."),
  "meta-without-sender": words(
    "The channel has no number of its sender (phoneNumberId), so nothing can be sent through it.",
    "O canal não tem o número de quem envia (phoneNumberId), por isso nada pode sair por ele.",
  ),
  "meta-unclear": words(
    "Meta took the message, but its answer cannot be read: it may have gone out. Look there before you retry.",
    "A Meta recebeu a mensagem, mas a resposta não pode ser lida: ela pode ter saído. Olhe lá antes de tentar de novo.",
  ),
  "meta-file-unnamed": words(
    "Meta's answer does not name the uploaded file.",
    "A resposta da Meta não diz qual é o arquivo enviado.",
  ),
  "meta-media-unnamed": words(
    "Meta's answer does not name the file's address.",
    "A resposta da Meta não diz o endereço do arquivo.",
  ),
  "meta-not-hidden": words(
    "Meta's answer does not say that the comment is hidden.",
    "A resposta da Meta não diz que o comentário foi ocultado.",
  ),
  "meta-event-not-taken": words(
    "Meta's answer does not say that it took the event.",
    "A resposta da Meta não diz que ela recebeu o evento.",
  ),
  "meta-token": words(
    "This server's access to Meta has run out: ask whoever runs it to renew it.",
    "O acesso deste servidor à Meta não vale mais: peça a quem cuida dele que o renove.",
  ),
  "meta-permission": words(
    "This server's access to Meta does not allow this: ask whoever runs it for the permission.",
    "O acesso deste servidor à Meta não permite isto: peça a permissão a quem cuida dele.",
  ),
  "meta-rate": words("Too much was sent in a short time.", "Foi enviado demais em pouco tempo."),
  "meta-not-on-whatsapp": words(
    "The message cannot be delivered: the number may not be on WhatsApp.",
    "A mensagem não pode ser entregue: o número talvez não esteja no WhatsApp.",
  ),
  "meta-window-closed": words(
    "More than 24 hours have passed since the contact wrote: send a template.",
    "Faz mais de 24 horas que o contato escreveu: envie um modelo.",
  ),
  "meta-instagram-window-closed": words(
    "Too much time has passed since the person wrote: Instagram takes no message any more.",
    "Faz tempo demais que a pessoa escreveu: o Instagram não aceita mais mensagem.",
  ),
  "meta-held-back": words(
    "WhatsApp held the message back to keep the person's inbox healthy.",
    "O WhatsApp segurou a mensagem para não encher a caixa da pessoa.",
  ),
  "meta-payment": words(
    "WhatsApp wants a valid way to pay for this account.",
    "O WhatsApp pede uma forma de pagamento válida nesta conta.",
  ),
  "meta-type-unknown": words(
    "WhatsApp does not know this type of message.",
    "O WhatsApp não conhece este tipo de mensagem.",
  ),
  "meta-media-broken": words(
    "WhatsApp could not take the file of the message.",
    "O WhatsApp não conseguiu receber o arquivo da mensagem.",
  ),
  "meta-template-parameters": words(
    "The number of the template's parameters is wrong.",
    "O número de parâmetros do modelo está errado.",
  ),
  "meta-template-unknown": words("There is no such template in this language.", "Não existe esse modelo neste idioma."),
  "meta-template-paused": words(
    "WhatsApp has paused or disabled this template.",
    "O WhatsApp pausou ou desativou este modelo.",
  ),
  "meta-not-connected": words(
    "This server has no access to Meta, so it asks for no templates.",
    "Este servidor não tem acesso à Meta, por isso não pede modelos.",
  ),
  "meta-without-account": words(
    "The channel has no id of its WhatsApp account (businessAccountId), so its templates cannot be asked for.",
    "O canal não tem o id da conta do WhatsApp (businessAccountId), por isso não dá para pedir seus modelos.",
  ),
  "meta-templates-unreadable": words(
    "Meta's answer is no list of templates.",
    "A resposta da Meta não é uma lista de modelos.",
  ),
  "meta-templates-too-many": words("Meta's list of templates has no end.", "A lista de modelos da Meta não tem fim."),
  "meta-restricted": words(
    "The account is restricted for breaking WhatsApp's policies.",
    "A conta está restrita por violar as políticas do WhatsApp.",
  ),
} as const;
