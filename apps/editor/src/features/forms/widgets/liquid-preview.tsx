import { renderText } from "@trilho/engine/liquid";
import { Eye } from "lucide-react";
import { useMemo, useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { useNodeForm } from "../context.ts";
import { WhatsappText } from "../../../ui/whatsapp-text.tsx";
import css from "../../../inputs/forms.module.css";
import { usePreviewRenderer } from "./use-preview-renderer.ts";

/** What a text becomes with the form's example deal; nothing where it holds no Liquid, or broken Liquid, which is among the field's problems. */
export function LiquidPreview({ name, text }: { name: string; text: string }) {
  const t = useText("forms");
  const { facts, node } = useNodeForm();
  const [now] = useState(() => Date.now());
  const renderer = usePreviewRenderer();
  const shown = useMemo(() => {
    if (!text.includes("{{") && !text.includes("{%")) return null;
    const rendered = renderText(renderer, text, facts, now);
    return rendered.issues.length > 0 ? null : rendered.text;
  }, [renderer, text, facts, now]);
  if (shown === null) return null;
  const isWhatsapp = node.actionType === "send_whatsapp" && name === "text";
  const words = shown.trim() === "" ? t("liquid.previewEmpty") : shown;
  return (
    <p className={css.preview}>
      <Eye size={13} aria-hidden="true" />
      <span>
        <span className={css.previewLabel}>{t("liquid.preview")} </span>
        {isWhatsapp ? <WhatsappText text={words} /> : words}
      </span>
    </p>
  );
}
