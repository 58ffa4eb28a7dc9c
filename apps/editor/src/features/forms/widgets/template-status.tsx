import type { MessageTemplate } from "@trilho/api-client";
import { useCallback } from "react";
import { useText } from "../../../i18n/use-text.ts";
import type { TextKey } from "../../../i18n/resources.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { Tone } from "../../../ui/badge.tsx";
import css from "./template-widget.module.css";

interface Look {
  key: TextKey<"whatsapp">;
  tone: Tone;
}

const LOOKS: Readonly<Record<string, Look>> = {
  approved: { key: "status.approved", tone: "success" },
  pending: { key: "status.pending", tone: "warning" },
  rejected: { key: "status.rejected", tone: "danger" },
  paused: { key: "status.paused", tone: "danger" },
  disabled: { key: "status.disabled", tone: "danger" },
};
const OTHER: Look = { key: "status.other", tone: "danger" };

const CATEGORIES: Readonly<Record<string, TextKey<"whatsapp">>> = {
  marketing: "category.marketing",
  utility: "category.utility",
  authentication: "category.authentication",
};

const lookOf = (status: string): Look => (Object.hasOwn(LOOKS, status) ? (LOOKS[status] ?? OTHER) : OTHER);

/** Whether WhatsApp sends a template, in words. */
export function useStatusText(): (status: string) => string {
  const t = useText("whatsapp");
  return useCallback((status) => t(lookOf(status).key, { status }), [t]);
}

/** The same as a badge, with what kind of template it is. */
export function TemplateStatus({ template: { status, category } }: { template: MessageTemplate }) {
  const t = useText("whatsapp");
  const statusText = useStatusText();
  const kind = Object.hasOwn(CATEGORIES, category) ? CATEGORIES[category] : undefined;
  return (
    <div className={css["row"]}>
      <Badge tone={lookOf(status).tone} dot>
        {statusText(status)}
      </Badge>
      {kind === undefined ? null : <Badge>{t(kind)}</Badge>}
    </div>
  );
}
