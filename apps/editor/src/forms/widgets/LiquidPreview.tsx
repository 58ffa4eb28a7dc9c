import { createRenderer, renderText } from "@trilho/engine/liquid";
import { Eye, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { useText } from "../../i18n/useText.ts";
import { useNodeForm } from "../context.ts";
import css from "../forms.module.css";

const renderer = createRenderer();
const BROKEN = Symbol("broken");

/** What a text becomes with the form's example deal, or that its Liquid is broken; nothing where it holds no Liquid. */
export function LiquidPreview({ text }: { text: string }) {
  const t = useText("forms");
  const { facts } = useNodeForm();
  const [now] = useState(() => Date.now());
  const shown = useMemo(() => {
    if (!text.includes("{{") && !text.includes("{%")) return null;
    const rendered = renderText(renderer, text, facts, now);
    return rendered.issues.length > 0 ? BROKEN : rendered.text;
  }, [text, facts, now]);
  if (shown === null) return null;
  if (shown === BROKEN) {
    return (
      <p className={css.preview}>
        <TriangleAlert size={13} aria-hidden="true" />
        <span>{t("liquid.broken")}</span>
      </p>
    );
  }
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
