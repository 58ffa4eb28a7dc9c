import { words } from "../text.ts";

/** Why a run has no place in another version of its automation. */
export const MIGRATIONS = {
  "run-is-over": words("This run is over.", "Esta execução já terminou."),
  "version-not-runnable": words(
    "Runs of the other version cannot go on: it has no trigger, or it goes in a circle.",
    "Execuções da outra versão não conseguem seguir: ela não tem gatilho, ou anda em círculo.",
  ),
  "place-unknown": words(
    "Its own version has no step where a run could stand like this.",
    "A própria versão não tem um passo em que uma execução possa estar assim.",
  ),
  "node-gone": words(
    "The step where it waits is not in the version it would move to.",
    "O passo em que ela espera não existe na versão para onde iria.",
  ),
  "cannot-wait-there": words(
    "In the version it would move to, its step is one where a run cannot wait like this.",
    "Na versão para onde iria, o passo dela não permite esperar assim.",
  ),
  "action-begun": words(
    "The action was begun with other settings and may be done: its further attempts belong to these.",
    "A ação começou com outras configurações e pode estar feita: as próximas tentativas pertencem a elas.",
  ),
  "would-repeat": words(
    "It would come again to a step that it has behind it.",
    "Ela passaria de novo por um passo que já ficou para trás.",
  ),
  "deadline-unknown": words(
    "The wait is another one, and when it would have ended there is not known.",
    "A espera é outra, e não se sabe quando ela teria terminado lá.",
  ),
} as const;

export type NoPlaceCode = keyof typeof MIGRATIONS;
