import { useId, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { AutomationEditor as Editor } from "../screens/editor/automation-editor.tsx";
import { GivenClient } from "../data/client-provider.tsx";
import { useLookup } from "../describe/use-lookup.ts";
import { TextsProvider } from "../i18n/texts-provider.tsx";
import { isDrawable } from "../document/document.ts";
import { createToastLine, ToastContext } from "../ui/dialogs/toast.ts";
import { Toasts } from "../ui/dialogs/toasts.tsx";
import { TooltipProvider } from "../ui/dialogs/tooltip.tsx";
import type { AutomationEditorProps } from "./props.ts";
import { Scope } from "./scope.tsx";
import { Undrawable } from "./undrawable.tsx";

/**
 * Draws an automation and everything to change it with, inside any page: 100 % of the height and width of the element
 * around it. Styles, texts, cache and shortcuts are its own, so that several can stand on one page. A server renders nothing:
 * sizes, storage and popups are the browser's.
 */
export function AutomationEditor(props: AutomationEditorProps): ReactNode {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isInBrowser && <Embedded {...props} />;
}

const neverChanges = () => () => undefined;

function Embedded(props: AutomationEditorProps): ReactNode {
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
