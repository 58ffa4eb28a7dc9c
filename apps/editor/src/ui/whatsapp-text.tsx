import { createElement, Fragment, type ReactNode } from "react";
import { whatsappFormat, type Formatted, type Mark } from "./whatsapp-format.ts";

const TAGS = { bold: "strong", italic: "em", struck: "s", mono: "code" } as const satisfies Record<Mark, string>;

/** A message's text as WhatsApp shows it. */
export const WhatsappText = ({ text }: { text: string }): ReactNode =>
  createElement(Fragment, null, ...whatsappFormat(text).map(shown));

const shown = (part: Formatted): ReactNode =>
  typeof part === "string" ? part : createElement(TAGS[part.mark], null, ...part.of.map(shown));
