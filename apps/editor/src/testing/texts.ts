import { LATER } from "../i18n/later.ts";
import { addLaterTexts } from "../i18n/texts.ts";

addLaterTexts(LATER);
