import { confirmDialogCode } from "../../ui/dialogs/confirm-dialog.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { FORMS } from "./lazy-forms.tsx";

/** What the builder asks and shows only now and then: none of it is in the first picture. */
const publish = lazyPart(async () => (await import("./publish-dialogs.tsx")).PublishDialogs, {
  wanted: ({ publish: { issue }, warned }) => issue !== null || warned.open,
});
const banners = lazyPart(async () => (await import("./banners.tsx")).Banners, { missing: "nowhere" });
const secret = lazyPart(async () => (await import("../../features/publish/secret-dialog.tsx")).SecretDialog, {
  wanted: (props) => props.secret !== null,
});
const trying = lazyPart(async () => (await import("./try-dialog.tsx")).TryDialog, {
  wanted: ({ open }) => open,
});
const versions = lazyPart(async () => (await import("./versions/versions-dialog.tsx")).VersionsDialog, {
  wanted: ({ open }) => open,
});
const review = lazyPart(async () => (await import("./review/review-dialog.tsx")).ReviewDialog, {
  wanted: ({ open }) => open,
});
const switchOff = lazyPart(async () => (await import("../../features/switching/switch-off.tsx")).SwitchOff, {
  wanted: ({ meant }) => meant !== null,
});
const migrate = lazyPart(async () => (await import("../../features/migration/migrate-dialog.tsx")).MigrateDialog, {
  wanted: ({ open }) => open,
});

export const Banners = banners.Part;
export const MigrateDialog = migrate.Part;
export const ReviewDialog = review.Part;
export const PublishDialogs = publish.Part;
export const SecretDialog = secret.Part;
export const SwitchOff = switchOff.Part;
export const TryDialog = trying.Part;
export const VersionsDialog = versions.Part;

/** Fetched before they are needed: publishing must be able to ask, and show a secret, whatever the network does. */
export const DIALOGS = [confirmDialogCode, banners.code, publish.code, secret.code, review.code, ...FORMS] as const;
