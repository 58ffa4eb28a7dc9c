import { words } from "../text.ts";

/** Why a run has no place in another version of its automation. */
export const MIGRATIONS = {
  "run-is-over": words("This run is over.", "Esta execução já terminou."),
  "version-not-runnable": words(
    "Runs of the new version cannot go on: it has no trigger, or it goes in a circle.",
    "Execuções da nova versão não conseguem seguir: ela não tem gatilho, ou anda em círculo.",
  ),
  "place-unknown": words(
    "Its own version has no step where a run could stand like this.",
    "A própria versão não tem um passo em que uma execução possa estar assim.",
  ),
  "node-gone": words("The new version does not have this step.", "A nova versão não tem este passo."),
  "cannot-wait-there": words(
    "In the new version, a run cannot wait like this at this step.",
    "Na nova versão, não é possível esperar assim neste passo.",
  ),
  "action-begun": words(
    "The action was begun with other settings and may be done: its further attempts belong to these.",
    "A ação começou com outras configurações e pode estar feita: as próximas tentativas pertencem a elas.",
  ),
  "would-repeat": words(
    "The new version leads back to a step that is already behind.",
    "A nova versão leva de volta a um passo que já ficou para trás.",
  ),
  "deadline-unknown": words(
    "The wait is another one there, and when it would have ended is not known.",
    "A espera lá é outra, e não se sabe quando teria terminado.",
  ),
} as const;

export type NoPlaceCode = keyof typeof MIGRATIONS;
