import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { idOf } from "./parameters.ts";

const group = {
  group: "Automations",
  features: ["API_ACCESS", "ADVANCED_API"],
  unknownQuery: "ignore",
} as const;

/** What routes that read automations, and those that change them, have in common. */
export const view = { ...group, method: "GET", permission: "automations.view" } as const;
export const edit = { ...group, method: "POST", permission: "automations.edit" } as const;

export const byId = Type.Object({ id: idOf("the automation", EXAMPLE_IDS.automation) });
