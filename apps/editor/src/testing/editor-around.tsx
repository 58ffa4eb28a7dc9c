import { type ReactNode, useRef, useState } from "react";
import { createCanvasLink, EditorContext, type EditorServices } from "../document/context.ts";
import { createViewStore } from "../document/view-store.ts";
import { useTexts } from "../i18n/use-text.ts";
import { pageToasts } from "../ui/dialogs/toast.ts";

interface EditorAroundProps extends Pick<EditorServices, "store"> {
  view?: EditorServices["view"];
  children: ReactNode;
}

/** What a part of the editor finds around itself, for a test of that part alone. */
export function EditorAround({ store, view, children }: EditorAroundProps) {
  const texts = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const [canvas] = useState(createCanvasLink);
  const [ownView] = useState(() => createViewStore("canvas"));
  const services: EditorServices = {
    store,
    view: view ?? ownView,
    canvas,
    host: { current: [] },
    root: () => root.current,
    texts,
    toast: pageToasts.toast,
  };
  return (
    <EditorContext value={services}>
      <div ref={root}>{children}</div>
    </EditorContext>
  );
}
