import { CloudOff, CloudUpload } from "lucide-react";
import { useOnline } from "../../data/connection.ts";
import { useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";
import type { Publish } from "./use-publish.ts";

interface OfflineBannerProps {
  publish: Publish;
  /** There is something to publish. */
  dirty: boolean;
  /** Nothing of the editor is still to come. */
  complete: boolean;
}

/** There is no network, and nothing was asked of it yet. */
export function OfflineBanner({ publish, dirty, complete }: OfflineBannerProps) {
  const t = useText("automation");
  const online = useOnline();
  if (online) return null;
  return (
    <Banner
      tone="warning"
      icon={<CloudOff />}
      title={t("offline.title")}
      actions={[dirty && { label: t("offline.publishLater"), icon: <CloudUpload />, onPress: publish.publish }]}
    >
      {complete ? t("offline.text") : `${t("offline.text")} ${t("offline.incomplete")}`}
    </Banner>
  );
}
