import { renderText } from "@trilho/engine/liquid";
import { fillTemplate } from "@trilho/engine/whatsapp";
import type { TemplateParameters, TemplateParts } from "@trilho/engine/whatsapp";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import type { TextKey } from "../../../i18n/resources.ts";
import bubble from "../../../ui/message-bubble.module.css";
import { WhatsappText } from "../../../ui/whatsapp-text.tsx";
import { useNodeForm } from "../context.ts";
import css from "./template-widget.module.css";
import { shownValues } from "./template-values.ts";
import { usePreviewRenderer } from "./use-preview-renderer.ts";

const FILES: Readonly<Record<string, TextKey<"whatsapp">>> = {
  image: "file.image",
  video: "file.video",
  document: "file.document",
  location: "file.location",
};

/** A template as the contact gets it: its gaps filled with the form's example deal, or with the template's own examples. */
export function TemplatePreview({ parts, values }: { parts: TemplateParts; values: TemplateParameters }) {
  const t = useText("whatsapp");
  const { facts } = useNodeForm();
  const renderer = usePreviewRenderer();
  const [now] = useState(() => Date.now());
  const render = (text: string): string => {
    const { text: words, issues } = renderText(renderer, text, facts, now);
    return issues.length > 0 ? text : words.trim();
  };
  const shown = shownValues(parts, values, render);
  const { header, body, footer, buttons } = parts;
  return (
    <figure className={css["preview"]}>
      <figcaption className={css["caption"]}>{t("preview")}</figcaption>
      <div className={bubble["bubble"]}>
        {header !== null && header.format !== "text" ? (
          <p className={bubble["attachment"]}>
            <Paperclip size={13} aria-hidden="true" />
            {t(FILES[header.format] ?? "file.other")}
          </p>
        ) : null}
        {header !== null && header.text !== "" ? (
          <p className={bubble["subject"]}>{fillTemplate(header.text, shown.header)}</p>
        ) : null}
        <p className={bubble["bubbleText"]}>
          <WhatsappText text={fillTemplate(body.text, shown.body)} />
        </p>
        {footer === null ? null : <p className={bubble["bubbleHead"]}>{footer}</p>}
        {buttons.length > 0 ? (
          <ul className={bubble["bubbleButtons"]}>
            {buttons.map(({ text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two buttons may say the same
              <li key={index}>{text}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </figure>
  );
}
