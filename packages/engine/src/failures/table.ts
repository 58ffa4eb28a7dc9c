/** One sentence in every language; `{name}` stands for a value, and what others said stands between “ and ”. */
export interface FailureWords {
  readonly en: string;
  readonly "pt-BR": string;
}

const words = <English extends string>(en: English, portuguese: string) => ({ en, "pt-BR": portuguese }) as const;

/** Why a server cannot be reached. `detail` is the code that developers look for. */
const CONNECTIONS = {
  "host-not-found": words(
    "{host} was not found: check the address ({detail}).",
    "{host} não foi encontrado: confira o endereço ({detail}).",
  ),
  "host-not-looked-up": words(
    "{host} could not be looked up just now ({detail}).",
    "Não foi possível procurar {host} agora ({detail}).",
  ),
  "host-refuses": words(
    "{host} refused the connection: its service may be off, or the address names a wrong port ({detail}).",
    "{host} recusou a conexão: o serviço pode estar desligado, ou o endereço indica uma porta errada ({detail}).",
  ),
  "host-breaks-off": words(
    "{host} broke off the connection before it answered ({detail}).",
    "{host} interrompeu a conexão antes de responder ({detail}).",
  ),
  "host-silent": words("{host} did not answer in time ({detail}).", "{host} não respondeu a tempo ({detail})."),
  "host-unreachable": words(
    "No way leads from this server to {host} ({detail}).",
    "Este servidor não tem caminho até {host} ({detail}).",
  ),
  "certificate-untrusted": words(
    "{host} shows a certificate that no known authority vouches for, so nothing is sent to it ({detail}).",
    "{host} apresenta um certificado que nenhuma autoridade conhecida garante, por isso nada é enviado ({detail}).",
  ),
  "certificate-outdated": words(
    "The certificate of {host} is not valid today, so nothing is sent to it ({detail}).",
    "O certificado de {host} não vale hoje, por isso nada é enviado ({detail}).",
  ),
  "certificate-of-another": words(
    "{host} shows the certificate of another name, so nothing is sent to it ({detail}).",
    "{host} apresenta o certificado de outro nome, por isso nada é enviado ({detail}).",
  ),
  "not-encrypted": words(
    "No encrypted connection to {host} came about: it may not offer one at this port ({detail}).",
    "Não houve conexão criptografada com {host}: talvez essa porta não a ofereça ({detail}).",
  ),
  "answer-garbled": words(
    "{host} answered what cannot be understood: check address and port ({detail}).",
    "{host} respondeu algo que não dá para entender: confira o endereço e a porta ({detail}).",
  ),
  "answer-too-large": words("{host} answered too much ({detail}).", "{host} respondeu demais ({detail})."),
  "connection-failed": words(
    "The connection to {host} failed ({detail}).",
    "A conexão com {host} falhou ({detail}).",
  ),
} as const;

/** What webhooks meet. */
const WEBHOOKS = {
  "webhook-not-web": words(
    "The address is not an http or https address.",
    "O endereço não é um endereço http nem https.",
  ),
  "webhook-without-secret": words(
    "This automation has no signing secret. Save it again to get one.",
    "Esta automação não tem segredo de assinatura. Publique-a de novo para obter um.",
  ),
  "webhook-header-gone": words(
    "A hidden header of this webhook has no value any more. Write it again.",
    "Um cabeçalho oculto deste webhook não tem mais valor. Escreva-o de novo.",
  ),
  "webhook-body-too-large": words(
    "The body is larger than {kilobytes} KB.",
    "O corpo passa de {kilobytes} KB.",
  ),
  "webhook-unsendable": words(
    "The request cannot be made as it is written: “{words}” ({detail}).",
    "A requisição não pode ser feita como está escrita: “{words}” ({detail}).",
  ),
  "address-private": words(
    "The address is not called: {host} is on this server's own network. Who runs it can allow that (TRILHO_WEBHOOK_ALLOW_PRIVATE).",
    "O endereço não é chamado: {host} está na rede deste servidor. Quem o administra pode permitir isso (TRILHO_WEBHOOK_ALLOW_PRIVATE).",
  ),
  "address-redirects": words(
    "The address answered {status}: it sends callers elsewhere, which is not followed.",
    "O endereço respondeu {status}: manda quem chama para outro lugar, o que não é seguido.",
  ),
  "address-denies": words(
    "The address did not accept the credentials of this webhook ({status}).",
    "O endereço não aceitou as credenciais deste webhook ({status}).",
  ),
  "address-empty": words(
    "There is nothing at this address: check it ({status}).",
    "Não há nada neste endereço: confira-o ({status}).",
  ),
  "address-busy": words(
    "The address cannot take more requests for now ({status}).",
    "O endereço não aceita mais requisições por enquanto ({status}).",
  ),
  "address-fails": words(
    "The server at this address has a problem of its own ({status}).",
    "O servidor neste endereço está com um problema próprio ({status}).",
  ),
  "address-refuses": words(
    "The address did not take the request ({status}).",
    "O endereço não aceitou a requisição ({status}).",
  ),
  "its-words": words("It says: “{words}”.", "Ele diz: “{words}”."),
} as const;

/** What a language model meets. */
const ASSISTANTS = {
  "assistant-missing": words(
    "No assistant is set up. Set TRILHO_AI_URL, TRILHO_AI_KEY and TRILHO_AI_MODEL to analyse deals.",
    "Nenhum assistente está configurado. Defina TRILHO_AI_URL, TRILHO_AI_KEY e TRILHO_AI_MODEL para analisar negócios.",
  ),
  "assistant-unreachable": words("The assistant cannot be reached.", "Não foi possível falar com o assistente."),
  "assistant-key": words(
    "The assistant refuses the key ({status}): set another TRILHO_AI_KEY.",
    "O assistente recusa a chave ({status}): defina outra TRILHO_AI_KEY.",
  ),
  "assistant-busy": words(
    "The assistant cannot take more questions for now ({status}).",
    "O assistente não aceita mais perguntas por enquanto ({status}).",
  ),
  "assistant-fails": words(
    "The assistant has a problem of its own ({status}).",
    "O assistente está com um problema próprio ({status}).",
  ),
  "assistant-refuses": words(
    "The assistant answered {status}: check TRILHO_AI_URL and TRILHO_AI_MODEL.",
    "O assistente respondeu {status}: confira TRILHO_AI_URL e TRILHO_AI_MODEL.",
  ),
  "assistant-garbled": words(
    "The assistant's answer cannot be read.",
    "Não foi possível ler a resposta do assistente.",
  ),
} as const;

/** What Meta says, and what people can do about it. */
const META = {
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
  "meta-not-hidden": words(
    "Meta's answer does not say that the comment is hidden.",
    "A resposta da Meta não diz que o comentário foi ocultado.",
  ),
  "meta-event-not-taken": words(
    "Meta's answer does not say that it took the event.",
    "A resposta da Meta não diz que ela recebeu o evento.",
  ),
  "meta-token": words(
    "The access token is not valid any more: set a new TRILHO_META_TOKEN.",
    "O token de acesso não vale mais: defina um novo TRILHO_META_TOKEN.",
  ),
  "meta-permission": words(
    "The access token does not allow this: give it the permission, or set another TRILHO_META_TOKEN.",
    "O token de acesso não permite isto: dê a ele a permissão, ou defina outro TRILHO_META_TOKEN.",
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
  "meta-template-unknown": words(
    "There is no such template in this language.",
    "Não existe esse modelo neste idioma.",
  ),
  "meta-template-paused": words(
    "WhatsApp has paused or disabled this template.",
    "O WhatsApp pausou ou desativou este modelo.",
  ),
  "meta-restricted": words(
    "The account is restricted for breaking WhatsApp's policies.",
    "A conta está restrita por violar as políticas do WhatsApp.",
  ),
} as const;

/** What e-mail meets. */
const MAIL = {
  "mail-unreachable": words("The mail server cannot be reached.", "Não foi possível falar com o servidor de e-mail."),
  "mail-address-wrong": words("“{words}” is not an e-mail address.", "“{words}” não é um endereço de e-mail."),
  "mail-sign-in": words(
    "The mail server refuses the user or the password: correct TRILHO_SMTP_URL. It says: “{words}” ({status}).",
    "O servidor de e-mail recusa o usuário ou a senha: corrija TRILHO_SMTP_URL. Ele diz: “{words}” ({status}).",
  ),
  "mail-recipient": words(
    "The mail server does not take the recipient: “{words}” ({status}).",
    "O servidor de e-mail não aceita o destinatário: “{words}” ({status}).",
  ),
  "mail-sender": words(
    "The mail server does not take the sender: check TRILHO_MAIL_FROM. It says: “{words}” ({status}).",
    "O servidor de e-mail não aceita o remetente: confira TRILHO_MAIL_FROM. Ele diz: “{words}” ({status}).",
  ),
  "mail-refused": words(
    "The mail server did not take the message: “{words}” ({status}).",
    "O servidor de e-mail não aceitou a mensagem: “{words}” ({status}).",
  ),
  "mail-failed": words(
    "The mail server did not take the message ({detail}).",
    "O servidor de e-mail não aceitou a mensagem ({detail}).",
  ),
  "mail-without-recipient": words("The contact has no e-mail address.", "O contato não tem e-mail."),
  "mail-recipient-wrong": words(
    "The e-mail's recipient is not an e-mail address.",
    "O destinatário do e-mail não é um endereço de e-mail.",
  ),
  "mail-reply-to-wrong": words(
    "The address for answers is not an e-mail address.",
    "O endereço para respostas não é um endereço de e-mail.",
  ),
  "mail-empty": words(
    "The e-mail has neither a subject nor a text.",
    "O e-mail não tem assunto nem texto.",
  ),
} as const;

/** Why nothing can be sent to a contact, or not this. */
const MESSAGES = {
  "contact-gone": words(
    "This run has no contact, or the contact was deleted.",
    "Esta execução não tem contato, ou o contato foi excluído.",
  ),
  "contact-blocked": words("The contact is blocked.", "O contato está bloqueado."),
  "contact-opted-out": words("The contact asked not to be written to.", "O contato pediu para não receber mensagens."),
  "contact-without-phone": words("The contact has no phone number.", "O contato não tem telefone."),
  "contact-phone-wrong": words(
    "The contact's phone is not a phone number.",
    "O telefone do contato não é um número de telefone.",
  ),
  "channel-gone": words(
    "The channel to send from does not exist any more.",
    "O canal de envio não existe mais.",
  ),
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
  "media-not-web": words(
    "The media address is not an http or https address.",
    "O endereço da mídia não é um endereço http nem https.",
  ),
  "message-empty": words("The message is empty.", "A mensagem está vazia."),
  "message-refused": words(
    "The message cannot be sent as it is: “{words}”.",
    "A mensagem não pode ser enviada como está: “{words}”.",
  ),
  "message-being-sent": words(
    "This message is being sent by another attempt.",
    "Outra tentativa está enviando esta mensagem.",
  ),
  "message-not-handed-over": words(
    "The message could not be handed over.",
    "Não foi possível entregar a mensagem ao envio.",
  ),
  "buttons-without-text": words(
    "A message with buttons needs a text.",
    "Uma mensagem com botões precisa de um texto.",
  ),
  "buttons-too-many": words("WhatsApp takes {count} buttons at most.", "O WhatsApp aceita no máximo {count} botões."),
  "buttons-with-file": words(
    "A stored file cannot be sent with buttons; a media address can.",
    "Um arquivo guardado não pode ser enviado com botões; um endereço de mídia pode.",
  ),
  "buttons-with-media": words(
    "Media can be sent with {count} buttons at most; this message has more.",
    "Mídia pode ir com no máximo {count} botões; esta mensagem tem mais.",
  ),
  "conversation-missing": words(
    "There is no conversation with this contact.",
    "Não há conversa com este contato.",
  ),
  "comment-missing": words(
    "This run was not started by an Instagram comment.",
    "Esta execução não começou por um comentário do Instagram.",
  ),
  "comment-channel-gone": words(
    "The channel that the comment came by does not exist any more.",
    "O canal pelo qual o comentário chegou não existe mais.",
  ),
  "reply-empty": words("The reply is empty.", "A resposta está vazia."),
} as const;

/** Why a deal cannot be changed so. */
const DEALS = {
  "deal-missing": words("This run has no deal.", "Esta execução não tem negócio."),
  "deal-gone": words("The deal does not exist any more.", "O negócio não existe mais."),
  "tags-gone": words("The tags do not exist any more.", "As tags não existem mais."),
  "stage-gone": words("The stage does not exist any more.", "A etapa não existe mais."),
  "stage-archived": words("The stage belongs to an archived pipeline.", "A etapa é de um funil arquivado."),
  "stage-final": words(
    "The stage is a final one, and deals start open.",
    "A etapa é final, e negócios começam abertos.",
  ),
  "pipeline-gone": words("The pipeline does not exist any more.", "O funil não existe mais."),
  "pipeline-without-stage": words("The pipeline has no open stage.", "O funil não tem nenhuma etapa aberta."),
  "pipeline-missing": words(
    "There is no pipeline that a deal could start in.",
    "Não há funil em que um negócio possa começar.",
  ),
  "responsible-gone": words(
    "The responsible is not an active member any more.",
    "O responsável não é mais uma pessoa ativa daqui.",
  ),
  "responsible-without-access": words(
    "The responsible has no access to the deal's pipeline.",
    "O responsável não tem acesso ao funil do negócio.",
  ),
  "co-owner-missing": words("No co-owner is chosen.", "Nenhum corresponsável foi escolhido."),
  "co-owner-gone": words(
    "The co-owner is not an active member any more.",
    "O corresponsável não é mais uma pessoa ativa daqui.",
  ),
  "loss-reason-missing": words(
    "A lost deal needs a loss reason: choose one.",
    "Um negócio perdido precisa de um motivo da perda: escolha um.",
  ),
  "loss-reason-gone": words(
    "The loss reason does not exist any more: choose another one.",
    "O motivo da perda não existe mais: escolha outro.",
  ),
  "loss-reason-not-lost": words(
    "A loss reason belongs to lost deals: move the deal to a lost stage too.",
    "Um motivo da perda é de negócios perdidos: mova também o negócio para uma etapa de perda.",
  ),
  "field-gone": words("The custom field does not exist any more.", "O campo personalizado não existe mais."),
  "field-unknown": words("There is no custom field “{words}”.", "Não existe o campo personalizado “{words}”."),
  "field-required": words(
    "The stage asks for “{words}”, which the deal lacks.",
    "A etapa pede “{words}”, que falta no negócio.",
  ),
  "name-required": words("The stage asks for a name, which the deal lacks.", "A etapa pede um nome, que falta no negócio."),
  "value-required": words(
    "The stage asks for a value, which the deal lacks.",
    "A etapa pede um valor, que falta no negócio.",
  ),
  "close-required": words(
    "The stage asks for the expected close, which the deal lacks.",
    "A etapa pede a previsão de fechamento, que falta no negócio.",
  ),
  "phone-required": words(
    "The stage asks for the contact's phone, which the deal lacks.",
    "A etapa pede o telefone do contato, que falta no negócio.",
  ),
  "email-required": words(
    "The stage asks for the contact's e-mail, which the deal lacks.",
    "A etapa pede o e-mail do contato, que falta no negócio.",
  ),
  "field-not-true-or-false": words(
    "The field “{words}” must be true or false.",
    "O campo “{words}” precisa ser verdadeiro ou falso.",
  ),
  "field-not-a-date": words(
    "The field “{words}” must be a date as in 2026-01-31.",
    "O campo “{words}” precisa ser uma data como 2026-01-31.",
  ),
  "field-not-an-instant": words(
    "The field “{words}” must be a date and time as in 2026-01-31T09:00:00-03:00.",
    "O campo “{words}” precisa ser uma data e hora como 2026-01-31T09:00:00-03:00.",
  ),
  "field-not-a-number": words("The field “{words}” must be a number.", "O campo “{words}” precisa ser um número."),
  "field-not-a-text": words("The field “{words}” must be text.", "O campo “{words}” precisa ser um texto."),
  "field-not-an-email": words(
    "The field “{words}” must be an e-mail address.",
    "O campo “{words}” precisa ser um endereço de e-mail.",
  ),
  "field-not-a-phone": words(
    "The field “{words}” must be a phone number.",
    "O campo “{words}” precisa ser um número de telefone.",
  ),
  "field-not-web": words(
    "The field “{words}” must be an http or https address.",
    "O campo “{words}” precisa ser um endereço http ou https.",
  ),
  "field-not-a-file": words(
    "The field “{words}” must be a file that was uploaded here.",
    "O campo “{words}” precisa ser um arquivo enviado aqui.",
  ),
  "field-not-an-option": words(
    "The field “{words}” has no such option any more.",
    "O campo “{words}” não tem mais essa opção.",
  ),
  "field-not-a-list": words(
    "The field “{words}” must be a list of options, each of them once.",
    "O campo “{words}” precisa ser uma lista de opções, cada uma uma vez.",
  ),
  "field-not-a-member": words(
    "The field “{words}” must be an active member.",
    "O campo “{words}” precisa ser uma pessoa ativa daqui.",
  ),
  "field-too-long": words(
    "The field “{words}” must have at most {count} characters.",
    "O campo “{words}” pode ter no máximo {count} caracteres.",
  ),
  "field-too-many": words(
    "The field “{words}” must have at most {count} items.",
    "O campo “{words}” pode ter no máximo {count} itens.",
  ),
  "change-refused": words(
    "The deal cannot be changed so: “{words}”.",
    "O negócio não pode ser mudado assim: “{words}”.",
  ),
  "assignee-gone": words(
    "The member whom the task is for is not there any more.",
    "A pessoa para quem é a tarefa não está mais aqui.",
  ),
  "calendar-owner-gone": words(
    "The member whose calendar it is for is not there any more.",
    "A pessoa dona da agenda não está mais aqui.",
  ),
} as const;

/** Texts whose Liquid cannot be filled in; `path` says where. LiquidJS tells what it is in English. */
const LIQUID = {
  "liquid-syntax": words(
    "The text at {path} cannot be filled in, because its Liquid cannot be read: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque o Liquid não pode ser lido: “{words}”.",
  ),
  "unknown-filter": words(
    "The text at {path} cannot be filled in, because it uses a filter that does not exist: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque usa um filtro que não existe: “{words}”.",
  ),
  "unknown-tag": words(
    "The text at {path} cannot be filled in, because it uses a tag that does not exist: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque usa uma tag que não existe: “{words}”.",
  ),
  "liquid-limit": words(
    "The text at {path} cannot be filled in: This text takes too much to fill in.",
    "O texto em {path} não pode ser preenchido: preenchê-lo custa demais.",
  ),
  "liquid-failed": words(
    "The text at {path} cannot be filled in, because its Liquid fails: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque o Liquid falha: “{words}”.",
  ),
  "text-too-large": words(
    "What this action is to do became too large once its texts were filled in.",
    "O que esta ação deve fazer ficou grande demais depois que seus textos foram preenchidos.",
  ),
} as const;

/** What ends a run, or keeps it from starting, whatever its actions are. */
const RUNS = {
  "action-unknown": words("This action cannot be carried out.", "Esta ação não pode ser executada."),
  "chain-too-long": words(
    "Automations started each other {count} times in a row; this one was not started, to end the chain.",
    "Automações iniciaram umas às outras {count} vezes seguidas; esta não foi iniciada, para encerrar a corrente.",
  ),
  "event-too-large": words(
    "What started this holds more than {kilobytes} KB.",
    "O que iniciou isto passa de {kilobytes} KB.",
  ),
  "turns-lost": words(
    "The process that carried this out ended, {count} times in a row, so it is not begun again. What it was to do may be done: look there before you retry it.",
    "O processo que executava isto terminou, {count} vezes seguidas, por isso não começa de novo. O que devia fazer pode estar feito: olhe lá antes de tentar de novo.",
  ),
  "database-refuses": words("The database refuses this: “{words}”.", "O banco de dados recusa isto: “{words}”."),
  "server-fails": words(
    "Something went wrong on this server: “{words}”.",
    "Algo deu errado neste servidor: “{words}”.",
  ),
  "no-nodes": words("The automation has no list of nodes.", "A automação não tem lista de passos."),
  "no-trigger": words("The automation has no trigger.", "A automação não tem gatilho."),
  "several-triggers": words(
    "The automation has more than one trigger.",
    "A automação tem mais de um gatilho.",
  ),
  cycle: words("The automation runs in a circle.", "A automação anda em círculo: remova o ciclo."),
  "action-without-type": words("This action has no known type.", "Esta ação não é de um tipo conhecido."),
  "node-without-type": words("This node has no known type.", "Este passo não é de um tipo conhecido."),
  "wait-without-delay": words("This wait has no duration.", "Esta espera não tem duração."),
  "hours-never-open": words("The business hours never open.", "O horário comercial nunca abre."),
  "hours-list": words("Business hours need a list of days.", "O horário comercial precisa de uma lista de dias."),
  "hours-entry": words(
    "Entry {count} of the business hours needs a weekday from 1 to 7 and times “HH:MM”, “from” before “to”.",
    "O item {count} do horário comercial precisa de um dia da semana de 1 a 7 e de horários “HH:MM”, com “from” antes de “to”.",
  ),
  "hours-time-zone": words("There is no time zone “{words}”.", "O fuso horário “{words}” não existe."),
  "hours-calendar": words("The instant is outside the calendar.", "O instante está fora do calendário."),
} as const;

/** Everything that can keep an action or a run from succeeding, by a stable code, in every language. */
export const FAILURES = {
  ...CONNECTIONS,
  ...WEBHOOKS,
  ...ASSISTANTS,
  ...META,
  ...MAIL,
  ...MESSAGES,
  ...DEALS,
  ...LIQUID,
  ...RUNS,
} as const satisfies Readonly<Record<string, FailureWords>>;

export type FailureCode = keyof typeof FAILURES;
export type FailureLanguage = keyof FailureWords;
