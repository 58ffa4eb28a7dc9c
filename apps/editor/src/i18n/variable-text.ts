import { catalogText } from "./catalog.ts";
import { currentTexts } from "./texts.ts";

/**
 * What a variable of a text is called on its own, where nothing beside it says whose it is: "Contact’s first name" for
 * `contact.firstName`. Variables without a name of their own go by the label of their field.
 */
export const variableText = (path: string, label: string): string =>
  currentTexts().t(`variable.${path}`, { ns: "forms", defaultValue: catalogText(label) });
