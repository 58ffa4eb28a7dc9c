import { LATER } from "../i18n/later.ts";
import { setUpTexts } from "../i18n/setUp.ts";
import { addLaterTexts } from "../i18n/texts.ts";

setUpTexts();
addLaterTexts(LATER);
