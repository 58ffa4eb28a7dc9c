import type { GraphNode, HandleKind } from "../../../packages/engine/src/contract/index.ts";
import { handlesOf } from "../../../packages/engine/src/index.ts";
import type { Language } from "./language.ts";
import { code, table } from "./markdown.ts";

type Exit = readonly [written: string, english: string, portuguese: string];

const EXITS: Readonly<Record<HandleKind, Exit>> = {
  next: [
    "next",
    "The step is done; after a reply, if no other exit with an edge takes it. An edge without `sourceHandle` leaves here.",
    "O passo foi feito; depois de uma resposta, se nenhuma outra saída conectada fica com ela. Uma conexão sem `sourceHandle` sai por aqui.",
  ],
  fallback: [
    "fallback",
    "An action failed for good, or no branch of a condition holds.",
    "Uma ação falhou de vez, ou nenhum ramo da condição vale.",
  ],
  replied: [
    "replied",
    "The contact answered, and no more special exit with an edge takes that answer.",
    "O contato respondeu, e nenhuma saída conectada mais específica fica com a resposta.",
  ],
  timeout: ["timeout", "No answer came in time.", "A resposta não veio a tempo."],
  text_reply: [
    "text_reply",
    "The contact wrote something instead of pressing one of the buttons.",
    "O contato escreveu algo em vez de apertar um dos botões.",
  ],
  branch: [
    "branch_<id>",
    "The branch of that id is the first that holds. It needs an edge.",
    "O ramo com esse id é o primeiro que vale. Precisa de uma conexão.",
  ],
  rr: [
    "rr_<id>",
    "It is the turn of the exit of that id. It needs an edge.",
    "É a vez da saída com esse id. Precisa de uma conexão.",
  ],
  btn: ["btn_<id>", "The contact pressed the button of that id.", "O contato apertou o botão com esse id."],
};

/** The exits of a node as they are written: `next`, `fallback`. */
export const exitsOf = (node: GraphNode): string =>
  [...new Set(handlesOf(node).map(({ kind }) => code(EXITS[kind][0])))].join(", ");

/** The same as a sentence. */
export function exitsText(node: GraphNode, { say }: Language): string {
  const exits = exitsOf(node);
  if (exits === "") return say("No exit: the run is over.", "Sem saída: a execução acabou.");
  return `${say("Exits", "Saídas")}: ${exits}.`;
}

/** Every exit there is. */
export const exitsTable = ({ say }: Language): string =>
  table(
    ["`sourceHandle`", say("The run leaves by it when", "A execução sai por ela quando")],
    Object.values(EXITS).map(([written, ...meaning]) => [code(written), say(...meaning)]),
  );
