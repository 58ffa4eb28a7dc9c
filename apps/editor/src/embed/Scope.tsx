import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { askFor } from "../i18n/texts.ts";
import { PortalContext } from "../ui/portal.ts";
import { themeOf } from "./theme.ts";
import type { EditorTheme } from "./theme.ts";

interface ScopeProps {
  theme: EditorTheme;
  /** A BCP 47 tag, for hyphenation and screen readers. */
  lang: string;
  children: ReactNode;
}

/**
 * The element in which the styles hold, and a second one at the end of the body for what pops up: there no ancestor of
 * the host cuts it off. Both have the same theme, and both are gone with the editor.
 */
export function Scope({ theme, lang, children }: ScopeProps) {
  const root = useRef<HTMLDivElement>(null);
  const [portal] = useState(makePortal);
  const { i18n } = useTranslation();
  const { scheme, tokens } = themeOf(theme);
  // Before what a press does; presses in popups come by here as well.
  const ask = (): void => askFor(i18n);

  useLayoutEffect(() => {
    document.body.append(portal);
    return () => portal.remove();
  }, [portal]);

  useLayoutEffect(() => {
    for (const element of [root.current, portal]) {
      if (!element) continue;
      element.lang = lang;
      if (scheme === "system") delete element.dataset["theme"];
      else element.dataset["theme"] = scheme;
    }
  }, [portal, lang, scheme]);

  useLayoutEffect(() => {
    const elements = [root.current, portal];
    for (const element of elements)
      for (const [name, value] of Object.entries(tokens)) element?.style.setProperty(name, value);
    return () => {
      for (const element of elements) for (const name of Object.keys(tokens)) element?.style.removeProperty(name);
    };
  }, [portal, tokens]);

  return (
    <PortalContext value={portal}>
      <div
        ref={root}
        className="trilho trilho-editor"
        onPointerDownCapture={ask}
        onKeyDownCapture={ask}
        onClickCapture={ask}
        onPasteCapture={ask}
      >
        {children}
      </div>
    </PortalContext>
  );
}

function makePortal(): HTMLElement {
  const portal = document.createElement("div");
  portal.className = "trilho trilho-popups";
  return portal;
}
