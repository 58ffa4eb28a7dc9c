import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { confirmDialogCode } from "../../ui/dialogs/confirm-dialog.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { LayerSkeleton } from "./layer-skeleton.tsx";

/** What the builder asks and shows only now and then: none of it is in the first picture. */
const publish = lazyPart(async () => (await import("./publish-dialogs.tsx")).PublishDialogs, {
  wanted: ({ publish: { issue }, warned }) => issue !== null || warned.open,
});
const banners = lazyPart(async () => (await import("./banners.tsx")).Banners, { missing: "nowhere" });
const secret = lazyPart(async () => (await import("../../features/publish/secret-dialog.tsx")).SecretDialog, {
  wanted: (props) => props.secret !== null,
});
const settings = lazyPart(async () => (await import("./settings/settings-dialog.tsx")).SettingsDialog, {
  wanted: ({ open }) => open,
});
const trying = lazyPart(async () => (await import("./try-dialog.tsx")).TryDialog, {
  wanted: ({ open }) => open,
});
const versions = lazyPart(async () => (await import("./versions-dialog.tsx")).VersionsDialog, {
  wanted: ({ open }) => open,
});
const trigger = lazyPart(async () => (await import("./settings/settings-form.tsx")).TriggerForm, {
  fallback: <Skeleton height="140px" radius="8px" />,
});

/** In the place of the drawing. */
const raw = lazyPart(async () => (await import("./raw/raw-definition.tsx")).RawDefinition, {
  fallback: <LayerSkeleton />,
});
const review = lazyPart(async () => (await import("./review/review-dialog.tsx")).ReviewDialog, {
  wanted: ({ open }) => open,
});
const migrate = lazyPart(async () => (await import("../../features/migration/migrate-dialog.tsx")).MigrateDialog, {
  wanted: ({ open }) => open,
});

export const Banners = banners.Part;
export const MigrateDialog = migrate.Part;
export const ReviewDialog = review.Part;
export const PublishDialogs = publish.Part;
export const RawDefinition = raw.Part;
export const SecretDialog = secret.Part;
export const SettingsDialog = settings.Part;
export const TryDialog = trying.Part;
export const TriggerForm = trigger.Part;
export const VersionsDialog = versions.Part;

/** Fetched before they are needed: publishing must be able to ask, and show a secret, whatever the network does. */
export const DIALOGS = [
  confirmDialogCode,
  banners.code,
  publish.code,
  secret.code,
  review.code,
  settings.code,
  trigger.code,
  raw.code,
] as const;
