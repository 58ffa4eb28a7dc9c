import playground from "../i18n/en/playground.json" with { type: "json" };
import { LATER } from "../i18n/later.ts";
import { addLaterTexts, pageTexts } from "../i18n/texts.ts";

addLaterTexts(LATER);
pageTexts().addResourceBundle("en", "playground", playground);
