import { fileURLToPath } from "node:url";
import { installIn } from "../../../scripts/on-demand.mjs";

installIn(fileURLToPath(new URL(".", import.meta.url)));

/** A package of this folder. */
export const load = (name) => import(name);
