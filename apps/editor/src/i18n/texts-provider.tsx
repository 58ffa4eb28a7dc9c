import { useEffect, useState, type ReactNode } from "react";
import { languageOf } from "./languages.ts";
import { TextsContext } from "./use-text.ts";
import { createTexts, makeCurrent, switchLanguage } from "./texts.ts";

interface Props {
  /** A BCP 47 tag such as "pt-BR"; one that the editor does not speak is served by English. */
  locale: string;
  /** A language that could not be loaded; what is drawn stays in the language it was in. */
  onError?: (error: unknown) => void;
  children: ReactNode;
}

/**
 * Texts of its own for an editor inside another page: the page's i18next, if it has one, is left alone.
 * Draws nothing until the first language is there. The element around it says the language with `lang`.
 */
export function TextsProvider({ locale, onError, children }: Props) {
  const language = languageOf([locale]);
  const [texts] = useState(createTexts);
  const [ready, setReady] = useState(language === "en");
  useEffect(() => makeCurrent(texts), [texts]);
  useEffect(() => {
    let stale = false;
    switchLanguage(texts, language)
      .catch((error: unknown) => {
        if (!stale) onError?.(error);
      })
      .finally(() => {
        if (!stale) setReady(true);
      });
    return () => {
      stale = true;
    };
  }, [texts, language, onError]);
  return <TextsContext value={texts}>{ready ? children : null}</TextsContext>;
}
