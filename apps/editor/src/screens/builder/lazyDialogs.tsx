import { Skeleton } from "../../ui/loading/Skeleton.tsx";
import { confirmDialogCode } from "../../ui/dialogs/ConfirmDialog.tsx";
import { lazyPart } from "../../ui/loading/lazyPart.tsx";
import { LayerSkeleton } from "./LayerSkeleton.tsx";

/** What the builder asks and shows only now and then: none of it is in the first picture. */
const push = lazyPart(async () => (await import("./PushDialogs.tsx")).PushDialogs, {
  wanted: ({ push: { issue } }) => issue !== null,
});
const secret = lazyPart(async () => (await import("../../features/publish/SecretDialog.tsx")).SecretDialog, {
  wanted: (props) => props.secret !== null,
});
const settings = lazyPart(async () => (await import("./SettingsDialog.tsx")).SettingsDialog, {
  wanted: ({ open }) => open,
});
const trying = lazyPart(async () => (await import("./TryDialog.tsx")).TryDialog, {
  wanted: ({ open }) => open,
});
const trigger = lazyPart(async () => (await import("./SettingsForm.tsx")).TriggerForm, {
  fallback: <Skeleton height="140px" radius="8px" />,
});

/** In the place of the drawing. */
const raw = lazyPart(async () => (await import("./RawDefinition.tsx")).RawDefinition, { fallback: <LayerSkeleton /> });
const impact = lazyPart(async () => (await import("../../features/runs/ImpactDialog.tsx")).ImpactDialog, {
  wanted: ({ open }) => open,
});

export const ImpactDialog = impact.Part;
export const PushDialogs = push.Part;
export const RawDefinition = raw.Part;
export const SecretDialog = secret.Part;
export const SettingsDialog = settings.Part;
export const TryDialog = trying.Part;
export const TriggerForm = trigger.Part;

/** Fetched before they are needed: pushing must be able to ask, and show a secret, whatever the network does. */
export const DIALOGS = [
  confirmDialogCode,
  push.code,
  secret.code,
  impact.code,
  settings.code,
  trigger.code,
  raw.code,
] as const;
