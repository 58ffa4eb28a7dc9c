import type { GraphNode, HandleKind } from "../../../packages/engine/src/contract/index.ts";
import { handlesOf } from "../../../packages/engine/src/index.ts";
import { code, table } from "./markdown.ts";

interface Exit {
  written: string;
  meaning: string;
}

const EXITS: Readonly<Record<HandleKind, Exit>> = {
  next: {
    written: "next",
    meaning:
      "The step is done; after a reply, if no other exit with an edge takes it. An edge without `sourceHandle` leaves here.",
  },
  fallback: { written: "fallback", meaning: "An action failed for good, or no branch of a condition holds." },
  replied: {
    written: "replied",
    meaning: "The contact answered, and no more special exit with an edge takes that answer.",
  },
  timeout: { written: "timeout", meaning: "No answer came in time." },
  text_reply: { written: "text_reply", meaning: "The contact wrote something instead of pressing one of the buttons." },
  branch: { written: "branch_<id>", meaning: "The branch of that id is the first that holds. It needs an edge." },
  rr: { written: "rr_<id>", meaning: "It is the turn of the exit of that id. It needs an edge." },
  btn: { written: "btn_<id>", meaning: "The contact pressed the button of that id." },
};

/** The exits of a node, as a sentence. */
export function exitsText(node: GraphNode): string {
  const kinds = [...new Set(handlesOf(node).map(({ kind }) => kind))];
  if (kinds.length === 0) return "No exit: the run is over.";
  return `Exits: ${kinds.map((kind) => code(EXITS[kind].written)).join(", ")}.`;
}

/** Every exit there is. */
export const exitsTable = (): string =>
  table(
    ["`sourceHandle`", "The run leaves by it when"],
    Object.values(EXITS).map(({ written, meaning }) => [code(written), meaning]),
  );
