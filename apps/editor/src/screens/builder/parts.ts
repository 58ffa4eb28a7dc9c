import { EDITING_PARTS } from "../editor/lazyParts.tsx";
import { toasterCode } from "../../ui/dialogs/Toasts.tsx";
import { DIALOGS } from "./lazyDialogs.tsx";
import { LAYERS } from "./lazyLayers.tsx";
import { referencesCode } from "./references.ts";

/** What comes after the first picture of the builder: once all of it is here, editing, pushing and merging need no further code. */
export const BUILDER_PARTS = [...EDITING_PARTS, toasterCode, ...DIALOGS, ...LAYERS, referencesCode] as const;
