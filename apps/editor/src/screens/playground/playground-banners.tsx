import { Unlink } from "lucide-react";
import type { Draft } from "../../document/draft/draft.ts";
import { useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { NewerVersion, Trouble } from "../builder/draft-banners.tsx";
import type { OpenedDraftProps } from "./opened.ts";

interface PlaygroundBannersProps extends Pick<OpenedDraftProps, "failure" | "onDismiss"> {
  draft: Draft;
  dirty: boolean;
  /** The version of a definition that a newer editor made. */
  newer: number | null;
}

/** Below the header: where the link and the draft stand. */
export function PlaygroundBanners({ draft, dirty, newer, failure, onDismiss }: PlaygroundBannersProps) {
  const t = useText("playground");
  return (
    <>
      {failure !== null && (
        <Banner tone="danger" icon={<Unlink />} title={t("link.failed")} onClose={onDismiss}>
          {t(`link.${failure}`)}
        </Banner>
      )}
      <Trouble draft={draft} dirty={dirty}>
        {t("notKept")}
      </Trouble>
      {newer !== null && <NewerVersion version={newer} draft={draft} />}
    </>
  );
}
