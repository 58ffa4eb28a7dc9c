import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { installIn } from "../../scripts/on-demand.mjs";

installIn(fileURLToPath(new URL(".", import.meta.url)));

/** A package of this folder, as an ES module. */
export const load = (name) => import(name);

/** A package of this folder whose ES modules Node.js cannot read. */
export const loadCommonJs = createRequire(import.meta.url);
