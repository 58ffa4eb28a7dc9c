import type { Automation } from "@trilho/api-client";
import { useEffect, useRef, useState } from "react";
import { notifyTabs } from "../../browser/tabs.ts";
import { useSession } from "../../data/session.ts";
import type { Draft } from "../../document/draft/draft.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import { issueOf } from "../../features/publish/draft-issue.ts";
import { makesSecret } from "../../features/publish/secrets.ts";
import { usePublish } from "../../features/publish/use-publish.ts";
import { useImpact } from "../../features/runs/use-impact.ts";
import { useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import type { Opening } from "./opening.ts";

interface Publishing {
  edited: ReturnType<typeof useDraft>;
  /** A publish of an earlier page whose answer never came. */
  unsettled: Opening["unsettled"];
  /** It was deleted at the service. */
  deleted: boolean;
  /** False while it may only be looked at. */
  allowed: boolean;
  onCreated: (id: string) => void;
}

/** Publishing as the builder does it: asks while runs wait, then reports, and shows a new webhook secret. */
export function usePublishing({ edited, unsettled, deleted, allowed, onCreated }: Publishing) {
  const t = useText("automation");
  const baseUrl = useSession()?.baseUrl ?? "";
  const { base, draft, dirty } = edited;
  const [secret, setSecret] = useState<string | null>(null);
  const [lostSecret, setLostSecret] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const publish = usePublish({ base, draft, unsettled: unsettled ?? null, onPublished });
  const canPublish = allowed && !publish.publishing && (dirty || base === null);
  const impact = useImpact({
    automationId: deleted ? null : (base?.id ?? null),
    canPublish,
    isSound: () => issueOf(draft) === null,
    publish: () => void publish.publish(),
  });

  function onPublished(automation: Automation, published: Draft, late: boolean) {
    const unchanged = base?.id === automation.id && base.version === automation.version;
    edited.markPublished(automation, published);
    const key = late ? "publishedLate" : unchanged ? "publishedSame" : "published";
    toast.success(t(key, { version: automation.version }), {
      description: automation.enabled ? undefined : t("publishedOff"),
    });
    if (automation.secret) setSecret(automation.secret);
    else if (late && makesSecret(base, published)) setLostSecret(true);
    const { secret: _secret, ...shown } = automation;
    notifyTabs({ type: "stored", baseUrl, automation: shown });
    // Whoever left while it was on its way is not fetched back.
    if (automation.id !== base?.id && isOpen.current) onCreated(automation.id);
  }

  return {
    publish,
    impact,
    canPublish: canPublish && !impact.checking,
    isBusy: publish.publishing || impact.checking,
    secret,
    closeSecret: () => setSecret(null),
    lostSecret,
    closeLostSecret: () => setLostSecret(false),
  };
}
