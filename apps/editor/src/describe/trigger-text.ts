import { triggerTypeInfo } from "@trilho/engine";
import { catalogText } from "../i18n/catalog.ts";

/** A trigger type as people call it: "Stage entered"; one that the catalogue does not know is made readable. */
export function triggerText(triggerType: string): string {
  const known = triggerTypeInfo(triggerType);
  return known ? catalogText(known.label) : sentence(triggerType);
}

function sentence(name: string): string {
  const words = name.replaceAll(/[_\-.]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
