import { memo, use, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import { useStore } from "zustand";
import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import { roomInWindow } from "./text-scale.ts";
import type { HostCommand } from "../../document/host-command.ts";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import type { Lookup } from "../../document/lookup.ts";
import { useText, useTexts } from "../../i18n/use-text.ts";
import { openStep, showProblem } from "../../document/show-problem.ts";
import { takePendingSimulator } from "../../simulation/pending-simulator.ts";
import { checkerCode } from "../../document/checker-code.ts";
import { replaceDocument } from "../../document/commands/arrange.ts";
import { createViewStore } from "../../document/view-store.ts";
import type { DocumentView, Overlay } from "../../document/view-store.ts";
import { ToastContext } from "../../ui/dialogs/toast.ts";
import { Announcer } from "./announcer.tsx";
import { createCanvasLink, EditorContext, LabelsContext } from "../../document/context.ts";
import type { EditorServices } from "../../document/context.ts";
import { Layout } from "./layout.tsx";
import { loadLazyParts } from "./lazy-parts.tsx";
import type { SimulationSettings } from "./simulate-pane.tsx";
import { useDocument } from "../../document/use-document.ts";
import { useTypeAhead } from "./use-type-ahead.ts";
import { useFocusRequests } from "./use-focus-requests.ts";
import { useKeyboard } from "./use-keyboard.ts";
import { roomMarks, roomOf } from "./room.ts";
import { useWidth, widthOf } from "./use-width.ts";
import styles from "./automation-editor.module.css";

export interface AutomationEditorHandle {
  undo(): boolean;
  redo(): boolean;
  /** Takes another definition in, as one step that can be undone. */
  replace(definition: GraphDefinition): void;
  /** Selects a step and brings it into sight. */
  selectNode(id: string): void;
  /** The same, with its settings. */
  openStep(id: string): void;
  showProblem(problem: Diagnostic): void;
}

export interface AutomationEditorProps {
  /** A definition that `isDrawable`. Another automation needs another `key`. */
  value: GraphDefinition;
  onChange: (next: GraphDefinition) => void;
  /** What the page keeps with the definition and changes itself, such as name and trigger: one history has all of it. */
  settings?: object;
  /** Going back or forth in the history has changed the settings. */
  onSettings?: (settings: object) => void;
  readOnly?: boolean;
  /** Names of stages, tags, people and fields by id. */
  names?: Lookup;
  /** The trigger in words, for it is kept outside of the graph: "Stage entered: Proposta". */
  triggerSummary?: string | null;
  /** The same as the beginning of a sentence: "When a deal enters Proposta". */
  triggerSentence?: string | null;
  /** Commands of the page around the editor, for the command palette: "Publish", "Settings". */
  commands?: readonly HostCommand[];
  /** Leads to a page; with it the command palette finds deals and contacts. Always the same function. */
  goTo?: (path: string) => void;
  /** Shown in the inspector while the trigger is selected. */
  triggerSettings?: ReactNode;
  /** What of the automation decides how simulated runs go. */
  simulation?: SimulationSettings;
  /** What lies over the drawing while it is built, but not while it is simulated: counts of real runs. */
  marks?: Overlay | null;
  /** At the end of the toolbar. */
  toolbarEnd?: ReactNode;
  ref?: Ref<AutomationEditorHandle>;
}

const NO_SIMULATION: SimulationSettings = {};
const NO_COMMANDS: readonly HostCommand[] = [];

/** Draws an automation and everything to change it with. */
export const AutomationEditor = memo(function AutomationEditor(props: AutomationEditorProps) {
  const { value, onChange, readOnly = false, names = EMPTY_LOOKUP, triggerSummary = null, ref } = props;
  const { triggerSentence = null, commands = NO_COMMANDS, marks = null } = props;
  const t = useText("builder");
  const texts = useTexts();
  const { toast } = use(ToastContext);
  const root = useRef<HTMLElement>(null);
  const [canvas] = useState(createCanvasLink);
  const { settings, onSettings } = props;
  const store = useDocument({ value, onChange, settings, onSettings, readOnly, texts });
  const [view] = useState(() => createViewStore(firstView(roomInWindow())));
  const { goTo } = props;
  const [host] = useState(() => ({ current: commands, ...(goTo && { goTo }) }));
  const services = useMemo<EditorServices>(
    () => ({
      store,
      view,
      canvas,
      host,
      root: () => root.current,
      texts,
      toast,
    }),
    [store, view, canvas, host, texts, toast],
  );
  const labels = useMemo(() => ({ names, triggerSummary, triggerSentence }), [names, triggerSummary, triggerSentence]);
  useEffect(() => {
    host.current = commands;
  }, [host, commands]);
  const width = useWidth(root);
  const room = useMemo(() => roomOf(width), [width]);
  // The window is a guess, until the element is there to be measured; nothing is painted before.
  useLayoutEffect(() => {
    const measured = root.current === null ? null : widthOf(root.current);
    if (measured !== null) view.getState().set({ view: firstView(measured) });
  }, [view]);
  const simulated = props.simulation?.automationId;
  useEffect(() => {
    if (takePendingSimulator(simulated)) view.getState().set({ mode: "simulate" });
  }, [view, simulated]);
  const building = useStore(view, ({ mode }) => mode === "build");
  useEffect(() => {
    if (!building) return undefined;
    view.getState().set({ overlay: marks });
    return () => view.getState().set({ overlay: null });
  }, [building, marks, view]);
  useEffect(() => {
    void checkerCode.load();
    return loadLazyParts();
  }, []);
  useKeyboard(root, services);
  useTypeAhead(root, services);
  useFocusRequests(root, services);
  useImperativeHandle(ref, () => handleOf(services), [services]);

  return (
    <EditorContext value={services}>
      <LabelsContext value={labels}>
        <section
          ref={root}
          className={styles["editor"]}
          aria-label={t("editor.label")}
          data-room={roomMarks(room)}
          data-testid="automation-editor"
        >
          <Layout
            room={room}
            triggerSettings={props.triggerSettings}
            toolbarEnd={props.toolbarEnd}
            simulation={props.simulation ?? NO_SIMULATION}
          />
          <Announcer />
        </section>
      </LabelsContext>
    </EditorContext>
  );
});

const firstView = (width: number): DocumentView => (roomOf(width).small ? "outline" : "canvas");

function handleOf(services: EditorServices): AutomationEditorHandle {
  const { store, view, canvas } = services;
  return {
    undo: () => store.getState().undo(),
    redo: () => store.getState().redo(),
    replace: (definition) => void store.getState().run(replaceDocument(definition)),
    selectNode(id) {
      store.getState().select({ nodeIds: [id] });
      canvas.current?.show([id]);
      view.getState().wantFocus("node", id);
    },
    openStep: (id) => openStep(services, id),
    showProblem: (problem) => showProblem(services, problem),
  };
}
