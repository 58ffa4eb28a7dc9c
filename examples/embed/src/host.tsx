import { createClient } from "@trilho/api-client";
import { AutomationEditor } from "@trilho/editor";
import type { AutomationEditorHandle, EditorLocale, EditorTheme } from "@trilho/editor";
import { validateGraph } from "@trilho/engine";
import { useRef, useState } from "react";
import { REMIND, WELCOME } from "./automations.ts";
import { Minimal } from "./minimal.tsx";

/** Which service to ask is in the address: `#url=https://crm.example.com&key=trk_…`. Without it, there is none. */
function clientOfAddress() {
  const params = new URLSearchParams(window.location.hash.slice(1));
  const [baseUrl, apiKey] = [params.get("url"), params.get("key")];
  return baseUrl && apiKey ? createClient({ baseUrl, apiKey }) : null;
}

const BRAND: EditorTheme = { scheme: "dark", tokens: { "--color-accent": "#c084fc" } };

/** A page of another product, with two editors that know nothing of each other. */
export function Host() {
  const [client] = useState(clientOfAddress);
  const editor = useRef<AutomationEditorHandle>(null);
  const [definition, setDefinition] = useState(WELCOME);
  const [locale, setLocale] = useState<EditorLocale>("en");
  const [branded, setBranded] = useState(false);
  const [locked, setLocked] = useState(false);
  const [shown, setShown] = useState(true);
  const { problems } = validateGraph(definition);
  return (
    <div className="host">
      <header className="host-header">
        <strong>Northwind CRM</strong>
        <output data-testid="host-state">
          {definition.nodes.length} steps, {problems.length} problems
        </output>
        <button type="button" onClick={() => setDefinition(REMIND)}>
          Load another
        </button>
        <button type="button" onClick={() => editor.current?.undo()}>
          Take back
        </button>
        <button type="button" onClick={() => setLocale(locale === "en" ? "pt-BR" : "en")}>
          Language
        </button>
        <button type="button" onClick={() => setBranded(!branded)}>
          Brand
        </button>
        <button type="button" onClick={() => setLocked(!locked)}>
          Lock
        </button>
        <button type="button" onClick={() => setShown(!shown)}>
          Show or hide
        </button>
      </header>
      {shown && (
        <>
          <div className="host-editor" data-testid="first">
            <AutomationEditor
              ref={editor}
              value={definition}
              onChange={setDefinition}
              client={client}
              theme={branded ? BRAND : "light"}
              locale={locale}
              readOnly={locked}
              triggerSummary="New deal in Northwind"
            />
          </div>
          <div className="host-editor" data-testid="second">
            <Minimal start={REMIND} />
          </div>
        </>
      )}
    </div>
  );
}
