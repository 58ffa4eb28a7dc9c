import { LATER } from "../i18n/later.ts";
import { setUpTexts } from "../i18n/set-up.ts";
import { addLaterTexts } from "../i18n/texts.ts";

setUpTexts();
addLaterTexts(LATER);
