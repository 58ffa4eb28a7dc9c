import { words } from "../text.ts";

/** Why a deal cannot be changed so. */
export const DEALS = {
  "deal-gone": words("The deal does not exist any more.", "O negócio não existe mais."),
  "deal-twice": words(
    "The contact has an open deal in that pipeline already.",
    "O contato já tem um negócio aberto nesse funil.",
  ),
  "tags-gone": words("The tags do not exist any more.", "As tags não existem mais."),
  "stage-gone": words("The stage does not exist any more.", "A etapa não existe mais."),
  "stage-archived": words("The stage belongs to an archived pipeline.", "A etapa é de um funil arquivado."),
  "pipeline-gone": words("The pipeline does not exist any more.", "O funil não existe mais."),
  "pipeline-without-stage": words("The pipeline has no open stage.", "O funil não tem nenhuma etapa aberta."),
  "pipeline-missing": words(
    "There is no pipeline that a deal could start in.",
    "Não há funil em que um negócio possa começar.",
  ),
  "responsible-gone": words(
    "The responsible is not an active member any more.",
    "O responsável não está mais na equipe ativa.",
  ),
  "responsible-without-access": words(
    "The responsible has no access to the deal's pipeline.",
    "O responsável não tem acesso ao funil do negócio.",
  ),
  "co-owner-gone": words(
    "The co-owner is not an active member any more.",
    "O corresponsável não está mais na equipe ativa.",
  ),
  "loss-reason-gone": words(
    "The loss reason does not exist any more: choose another one.",
    "O motivo da perda não existe mais: escolha outro.",
  ),
  "field-gone": words("The custom field does not exist any more.", "O campo personalizado não existe mais."),
  "field-unknown": words("There is no custom field “{words}”.", "Não existe o campo personalizado “{words}”."),
  "field-required": words(
    "The stage asks for “{words}”, which the deal lacks.",
    "A etapa pede “{words}”, que falta no negócio.",
  ),
  "name-required": words(
    "The stage asks for a name, which the deal lacks.",
    "A etapa pede um nome, que falta no negócio.",
  ),
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
    "O campo “{words}” precisa ser uma pessoa da equipe ativa.",
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
} as const;
