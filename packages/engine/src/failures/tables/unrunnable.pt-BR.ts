import type { HoursDetail, NotRunnable } from "./unrunnable.ts";

export const NOT_RUNNABLE: Readonly<Record<NotRunnable, string>> = {
  "no-nodes": "A automação não tem lista de passos.",
  "no-trigger": "A automação não tem gatilho.",
  "several-triggers": "A automação tem {count} gatilhos; precisa de exatamente um.",
  cycle: "A automação anda em círculo: remova o ciclo.",
  "action-without-type": "Esta ação não é de um tipo conhecido.",
  "node-without-type": "Este passo não é de um tipo conhecido.",
  "wait-without-delay": "Esta espera não tem duração.",
};

export const HOURS: Readonly<Record<HoursDetail, string>> = {
  "hours-never-open": "O horário comercial nunca abre.",
  "hours-list": "O horário comercial precisa de uma lista de dias.",
  "hours-entry":
    "O item {entry} do horário comercial precisa de um dia da semana de 1 a 7 e de horários “HH:MM”, com “from” antes de “to”.",
  "hours-time-zone": "O fuso horário “{zone}” não existe.",
  "hours-calendar": "O instante está fora do calendário.",
};
