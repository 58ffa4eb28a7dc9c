import { createRenderer, renderText } from "@trilho/engine/liquid";
import { Eye } from "lucide-react";
import { useMemo, useState } from "react";
import { useText } from "../../i18n/useText.ts";
import { useNodeForm } from "../context.ts";
import css from "../forms.module.css";

const renderer = createRenderer();

/** What a text becomes with the form's example deal; nothing where it holds no Liquid, or broken Liquid, which is among the field's problems. */
export function LiquidPreview({ text }: { text: string }) {
  const t = useText("forms");
  const { facts } = useNodeForm();
  const [now] = useState(() => Date.now());
  const shown = useMemo(() => {
    if (!text.includes("{{") && !text.includes("{%")) return null;
    const rendered = renderText(renderer, text, facts, now);
    return rendered.issues.length > 0 ? null : rendered.text;
  }, [text, facts, now]);
  if (shown === null) return null;
  return (
    <p className={css.preview}>
      <Eye size={13} aria-hidden="true" />
      <span>
        <span className={css.previewLabel}>{t("liquid.preview")} </span>
        {shown.trim() === "" ? t("liquid.previewEmpty") : shown}
      </span>
    </p>
  );
}
