import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { LayerSkeleton } from "./layer-skeleton.tsx";

/** What the draft itself is edited with beside its drawing: it needs no service. */
const settings = lazyPart(async () => (await import("./settings/settings-dialog.tsx")).SettingsDialog, {
  wanted: ({ open }) => open,
});
const trigger = lazyPart(async () => (await import("./settings/settings-form.tsx")).TriggerForm, {
  fallback: <Skeleton height="140px" radius="8px" />,
});

/** In the place of the drawing. */
const raw = lazyPart(async () => (await import("./raw/raw-definition.tsx")).RawDefinition, {
  fallback: <LayerSkeleton />,
});

export const RawDefinition = raw.Part;
export const SettingsDialog = settings.Part;
export const TriggerForm = trigger.Part;

export const FORMS = [settings.code, trigger.code, raw.code] as const;
