import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { askFor } from "../i18n/texts.ts";
import { useTexts } from "../i18n/use-text.ts";
import { PortalContext } from "../ui/dialogs/portal.ts";
import { keepFocus } from "../ui/keep-focus.ts";
import { themeOf } from "./theme.ts";
import type { EditorTheme } from "./theme.ts";

/** What a person does, as events. */
const PERSONAL =
  "pointerdown pointermove pointerup pointercancel click dblclick contextmenu keydown keyup input change focusin focusout copy cut paste dragover drop".split(
    " ",
  );

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
  const texts = useTexts();
  const { scheme, tokens } = themeOf(theme);

  useLayoutEffect(() => {
    document.body.append(portal);
    return () => portal.remove();
  }, [portal]);

  useLayoutEffect(() => (root.current === null ? undefined : keepFocus(root.current, portal)), [portal]);

  // Before anything is done in answer to a person; the window hears of it before everybody else.
  useLayoutEffect(() => {
    const ask = ({ target }: Event): void => {
      if (target instanceof Node && (root.current?.contains(target) || portal.contains(target))) askFor(texts);
    };
    for (const type of PERSONAL) window.addEventListener(type, ask, true);
    return () => {
      for (const type of PERSONAL) window.removeEventListener(type, ask, true);
    };
  }, [portal, texts]);

  useLayoutEffect(() => {
    portal.setAttribute("lang", lang);
    if (scheme === "system") portal.removeAttribute("data-theme");
    else portal.setAttribute("data-theme", scheme);
  }, [portal, lang, scheme]);

  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(tokens)) portal.style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(tokens)) portal.style.removeProperty(name);
    };
  }, [portal, tokens]);

  return (
    <PortalContext value={portal}>
      <div
        ref={root}
        className="trilho trilho-editor"
        lang={lang}
        data-theme={scheme === "system" ? undefined : scheme}
        // Drawn with it: what measures itself first is not styled twice.
        style={tokens}
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
