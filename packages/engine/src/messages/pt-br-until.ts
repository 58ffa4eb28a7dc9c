import type { MessageParams } from "../contract/diagnostic.ts";
import type { UntilFault } from "../graph/until.ts";
import { text } from "./text.ts";
import type { UntilTexts } from "./until.ts";

export const ptBRUntil: UntilTexts = {
  days: ["segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"],
  or: "ou",
  dates: {
    "deal.expectedCloseAt": "fechamento previsto",
    "deal.createdAt": "criação do negócio",
    "deal.stageChangedAt": "mudança de etapa",
    "deal.lastMessageAt": "última mensagem",
    "contact.optedOutAt": "descadastro",
  },
  date: (date, days, at) => `até ${days === 0 ? "" : `${daysFrom(days)} de `}“${date}”${at === null ? "" : `, ${at}`}`,
  weekday: (days, at) => `até ${days}, ${at}`,
  opening: "até o horário comercial",
};

export const UNTIL_FAULTS: Readonly<Record<UntilFault, string>> = {
  kind: "não dá para ler o que ele espera",
  field: "não diz qual data ele espera",
  offsetDays: "os dias antes ou depois da data não são um número inteiro de até dez anos",
  days: "não diz quais dias da semana ele espera",
  at: "a hora do dia não fica entre 00:00 e 23:59",
};

/** "3 dias antes". */
const daysFrom = (days: number): string =>
  `${Math.abs(days)} ${Math.abs(days) === 1 ? "dia" : "dias"} ${days < 0 ? "antes" : "depois"}`;

/** Why a wait lasts its fixed time. */
export function untilLack({ lack, field }: MessageParams): string {
  if (lack === "empty") return `${text(field)} está vazio`;
  if (lack === "past") return `${text(field)} não dá um momento à frente`;
  return lack === "never-open" ? "o horário comercial nunca abre" : `${text(field)} não é uma data`;
}
