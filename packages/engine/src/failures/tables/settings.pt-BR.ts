import type * as english from "./settings.ts";

export const SETTINGS: Readonly<Record<keyof typeof english.SETTINGS, string>> = {
  "buttons-without-text": "Uma mensagem com botões precisa de um texto.",
  "buttons-too-many": "O WhatsApp aceita no máximo {count} botões.",
  "buttons-with-file": "Um arquivo guardado não pode ser enviado com botões; um endereço de mídia pode.",
  "buttons-with-media": "Mídia pode ir com no máximo {count} botões; esta mensagem tem mais.",
  "media-not-shown": "Só uma imagem, um vídeo ou um documento pode ir com botões ou um modelo.",
  "media-not-web": "O endereço da mídia não é um endereço http nem https.",
  "template-with-file": "Um arquivo guardado não pode ser enviado com um modelo; um endereço de mídia pode.",
  "mail-recipient-wrong": "O destinatário do e-mail não é um endereço de e-mail.",
  "mail-reply-to-wrong": "O endereço para respostas não é um endereço de e-mail.",
  "webhook-not-web": "O endereço não é um endereço http nem https.",
  "co-owner-missing": "Nenhum corresponsável foi escolhido.",
  "loss-reason-missing": "Um negócio perdido precisa de um motivo da perda: escolha um.",
  "loss-reason-not-lost": "Um motivo da perda é de negócios perdidos: mova também o negócio para uma etapa de perda.",
  "stage-final": "A etapa é final, e negócios começam abertos.",
};

export const RECIPIENTS: Readonly<Record<keyof typeof english.RECIPIENTS, string>> = {
  "contact-blocked": "O contato está bloqueado.",
  "contact-opted-out": "O contato pediu para não receber mensagens.",
  "contact-without-phone": "O contato não tem telefone.",
  "mail-without-recipient": "O contato não tem e-mail.",
};
