import type { LackCode } from "../../contract/needs.ts";
import { words, type FailureTexts } from "../text.ts";

/** Why an action cannot be carried out for what started its run. */
export const LACKS = {
  "deal-missing": words("This run has no deal.", "Esta execução não tem negócio."),
  "contact-gone": words(
    "This run has no contact, or the contact was deleted.",
    "Esta execução não tem contato, ou o contato foi excluído.",
  ),
  "conversation-missing": words("There is no conversation with this contact.", "Não há conversa com este contato."),
  "comment-missing": words(
    "This run was not started by an Instagram comment.",
    "Esta execução não começou por um comentário do Instagram.",
  ),
  "conversion-of-nobody": words(
    "This run has no contact whom a conversion could be about.",
    "Esta execução não tem contato sobre quem informar uma conversão.",
  ),
  "calendar-owner-gone": words(
    "The member whose calendar it is for is not there any more.",
    "A pessoa dona da agenda não está mais aqui.",
  ),
} as const satisfies Readonly<Record<LackCode, FailureTexts>>;
