import { SETTINGS } from "../failures/tables/settings.pt-BR.ts";
import { fill } from "../failures/text.ts";
import type { AroundFixTexts, AroundTexts, NodeNameOf } from "./locale.ts";
import type { ChannelNeeded, ReferredThing, TemplateFault } from "./params.ts";

export const ptBRAround = (name: NodeNameOf): Omit<AroundTexts, "unknown-variable" | "broken-liquid"> => ({
  "unknown-reference": (p) =>
    p.isOfAnotherKind
      ? `${name(p.node)}: ${THINGS[p.thing]} “${p.id}” é de outro tipo.`
      : `${name(p.node)}: não existe ${THINGS[p.thing]} “${p.id}”.`,
  "missing-channel": (p) =>
    `${name(p.node)} precisa de um canal de ${CHANNELS[p.channel]}, e este espaço de trabalho não tem nenhum: conecte um.`,
  "private-address": (p) =>
    `${name(p.node)} sempre falha: “${p.host}” fica na rede deste servidor, que webhooks não podem chamar. Use um endereço público, ou peça a quem cuida do servidor que o permita.`,
  "certain-failure": (p) => `${name(p.node)} vai falhar. ${fill(SETTINGS[p.failure.code], p.failure.params)}`,
  "unknown-template": (p) =>
    p.languages === null
      ? `${name(p.node)}: não existe o modelo “${p.name}”.`
      : `${name(p.node)}: o modelo “${p.name}” não existe no idioma “${p.language}”; existe em ${p.languages}.`,
  "template-not-approved": (p) =>
    `${name(p.node)} sempre falha: o WhatsApp não aprovou o modelo “${p.name}” (${p.status}).`,
  "template-parameters": (p) => `${name(p.node)}: ${FAULTS[p.fault](p.what)}.`,
  "outside-message-window": (p) =>
    `${name(p.node)} pode não chegar: o WhatsApp só aceita texto livre até 24 horas depois de uma mensagem do contato, e ${
      p.after !== null
        ? `pode passar mais tempo depois de ${name(p.after)}`
        : `${p.unanswered ? `sem resposta a ${name(p.unanswered)} ` : ""}pode não haver nenhuma`
    }. Use um modelo.`,
});

const CHANNELS: Readonly<Record<ChannelNeeded, string>> = {
  whatsapp: "WhatsApp",
  instagram: "Instagram",
  any: "WhatsApp ou Instagram",
};

export const ptBRAroundFixes: AroundFixTexts = {
  "use-template": (p) => `Enviar em vez disso o modelo “${p.name}”`,
  "use-template-language": (p) => `Enviar em ${p.language}`,
  "remove-parameters": () => "Remover os valores que não têm lugar no modelo",
  "use-template-texts": () => "Escrever o que o modelo diz",
  "use-variable": (p) => `Escrever “${p.name}” em vez disso`,
};

const FAULTS: Readonly<Record<TemplateFault, (what: string) => string>> = {
  missing: (what) => `o modelo precisa de um valor para ${what}`,
  surplus: (what) => `o modelo não tem lugar para ${what}`,
  "no-media": (what) => `o modelo tem um cabeçalho do tipo ${what}, cujo endereço está faltando`,
  "surplus-media": () => "o cabeçalho do modelo não aceita arquivo",
  buttons: (what) => `o modelo tem ${what} botões de resposta rápida, e este passo pede mais`,
  labels: (what) => `o contato lê os botões do modelo, ${what}`,
  text: () => "o contato lê o modelo, não este texto",
};

const THINGS: Readonly<Record<ReferredThing, string>> = {
  pipeline: "o funil",
  stage: "a etapa",
  tag: "a tag",
  user: "o usuário",
  customField: "o campo personalizado",
  channel: "o canal",
  file: "o arquivo guardado",
  script: "o script de mensagem",
};
