import { isObject } from "@trilho/engine";
import { mailOf, paragraphsOf } from "@trilho/engine/liquid";
import type { MailPiece } from "@trilho/engine/liquid";
import { useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { useNodeForm } from "../context.ts";
import css from "./mail-preview.module.css";
import { usePreviewRenderer } from "./use-preview-renderer.ts";

/** An e-mail as its inbox shows it and as it opens, with the form's example deal; nothing where nothing is written yet. */
export function MailPreview() {
  const t = useText("forms");
  const { facts, node } = useNodeForm();
  const renderer = usePreviewRenderer();
  const [now] = useState(() => Date.now());
  const config = isObject(node.config) ? node.config : {};
  const { config: filled } = renderer.render(config, facts, now);
  const { subject, preview, html, text } = mailOf(filled);
  const body = typeof filled["body"] === "string" && html !== null ? filled["body"] : (text ?? "");
  if (subject === null && text === null) return null;
  return (
    <figure className={css.mail}>
      <figcaption className={css.caption}>{t("mail.preview")}</figcaption>
      <p className={css.inbox}>
        <strong>{subject ?? t("mail.noSubject")}</strong>
        <span className={css.beside}>{preview ?? body}</span>
      </p>
      <div className={css.body}>
        {paragraphsOf(body).map((lines, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two paragraphs may say the same
          <p key={index}>{lines.map(toLine)}</p>
        ))}
      </div>
      {html !== null && text !== body ? (
        <>
          <p className={css.caption}>{t("mail.plain")}</p>
          <pre className={css.plain}>{text}</pre>
        </>
      ) : null}
    </figure>
  );
}

const toLine = (pieces: readonly MailPiece[], line: number) => (
  <span key={line} className={css.line}>
    {pieces.map(({ text, href }, index) =>
      href === undefined ? (
        text
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- two links may be the same
        <span key={index} className={css.link}>
          {text}
        </span>
      ),
    )}
  </span>
);
