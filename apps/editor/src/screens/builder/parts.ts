import { EDITING_PARTS } from "../editor/lazy-parts.tsx";
import { toasterCode } from "../../ui/dialogs/toasts.tsx";
import { DIALOGS } from "./lazy-dialogs.tsx";
import { LAYERS } from "./lazy-layers.tsx";
import { referencesCode } from "./references.ts";

/** What comes after the first picture of the builder: once all of it is here, editing, publishing and merging need no further code. */
export const BUILDER_PARTS = [...EDITING_PARTS, toasterCode, ...DIALOGS, ...LAYERS, referencesCode] as const;
