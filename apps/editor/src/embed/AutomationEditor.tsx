import { useId, useState } from "react";
import type { ReactNode } from "react";
import { AutomationEditor as Editor } from "../screens/editor/AutomationEditor.tsx";
import { GivenClient } from "../data/ClientProvider.tsx";
import { useLookup } from "../describe/useLookup.ts";
import { TextsProvider } from "../i18n/TextsProvider.tsx";
import { isDrawable } from "../document/document.ts";
import { createToastLine, ToastContext } from "../ui/dialogs/toast.ts";
import { Toasts } from "../ui/dialogs/Toasts.tsx";
import { TooltipProvider } from "../ui/dialogs/Tooltip.tsx";
import type { AutomationEditorProps } from "./props.ts";
import { Scope } from "./Scope.tsx";
import { Undrawable } from "./Undrawable.tsx";

/**
 * Draws an automation and everything to change it with, inside any page: 100 % of the height and width of the element
 * around it. Styles, texts, cache and shortcuts are its own, so that several can stand on one page.
 */
export function AutomationEditor(props: AutomationEditorProps): ReactNode {
  const { client = null, theme = "system", locale = "en", ...editor } = props;
  const id = useId();
  const [toasts] = useState(() => createToastLine(id));
  return (
    <TextsProvider locale={locale}>
      <Scope theme={theme} lang={locale}>
        <ToastContext value={toasts}>
          <GivenClient client={client}>
            <TooltipProvider>
              {isDrawable(editor.value) ? <Named {...editor} /> : <Undrawable value={editor.value} />}
            </TooltipProvider>
          </GivenClient>
          <Toasts />
        </ToastContext>
      </Scope>
    </TextsProvider>
  );
}

type NamedProps = Omit<AutomationEditorProps, "client" | "theme" | "locale">;

/** The editor of the app, with the names that the client knows. */
const Named = (props: NamedProps) => <Editor {...props} names={useLookup()} />;
