import type { ActivityType } from "../activities/history.ts";
import { languageOf } from "../../platform/service/language.ts";

/** What to call each kind of activity, in English and Portuguese. */
const TITLES: Record<ActivityType, readonly [en: string, pt: string]> = {
  DEAL_CREATED: ["Deal created", "Negócio criado"],
  DEAL_UPDATED: ["Deal changed", "Negócio alterado"],
  STAGE_CHANGED: ["Moved to another stage", "Movido para outra etapa"],
  DEAL_WON: ["Deal won", "Negócio ganho"],
  DEAL_LOST: ["Deal lost", "Negócio perdido"],
  DEAL_REOPENED: ["Deal reopened", "Negócio reaberto"],
  RESPONSIBLE_CHANGED: ["Responsible changed", "Responsável alterado"],
  CUSTOM_FIELD_CHANGED: ["Field changed", "Campo alterado"],
  TAG_ADDED: ["Tag added", "Etiqueta adicionada"],
  TAG_REMOVED: ["Tag removed", "Etiqueta removida"],
  NOTE_CREATED: ["Note added", "Nota adicionada"],
  NOTE_UPDATED: ["Note changed", "Nota alterada"],
  NOTE_DELETED: ["Note removed", "Nota removida"],
  TASK_CREATED: ["Task created", "Tarefa criada"],
  TASK_UPDATED: ["Task changed", "Tarefa alterada"],
  TASK_COMPLETED: ["Task completed", "Tarefa concluída"],
  TASK_DELETED: ["Task removed", "Tarefa removida"],
  MESSAGE_SENT: ["Message sent", "Mensagem enviada"],
  MESSAGE_RECEIVED: ["Message received", "Mensagem recebida"],
  MEETING_CREATED: ["Meeting scheduled", "Reunião agendada"],
  MEETING_UPDATED: ["Meeting changed", "Reunião alterada"],
  MEETING_DELETED: ["Meeting canceled", "Reunião cancelada"],
  CADENCE_ENROLLED: ["Entered a cadence", "Entrou em uma cadência"],
  CADENCE_TASK_DONE: ["Cadence step done", "Passo da cadência concluído"],
  CADENCE_STOPPED: ["Cadence stopped", "Cadência encerrada"],
};

export function titleOfActivity(type: ActivityType, locale: string, isTest: boolean): string {
  const [english, portuguese] = TITLES[type];
  if (languageOf(locale) === "pt") return isTest ? `${portuguese} (teste)` : portuguese;
  return isTest ? `${english} (test)` : english;
}
