import type { Connection as FlowConnection, Edge, FinalConnectionState, OnConnectStartParams } from "@xyflow/react";
import { DEFAULT_HANDLE } from "@trilho/engine";
import type { ConnectAnswer } from "@trilho/engine";
import type { i18n } from "i18next";
import { useEffect, useMemo, useState } from "react";
import type { RefObject } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { refusalText } from "../i18n/engine-locale.ts";
import { useServices } from "../document/context.ts";
import type { EditorServices } from "../document/context.ts";
import { checkConnection, connect } from "../document/commands/connect.ts";
import type { Connecting } from "./connecting.ts";
import type { ScreenPoint } from "../document/view-store.ts";

interface Drawing extends Connecting {
  /** Key of the edge whose end is being dragged. */
  replacing?: string;
}

/** Why an edge cannot end where the pointer is. */
export interface Refusal {
  at: ScreenPoint;
  message: string;
}

/** Drawing an edge by hand: answers for every step while it lasts, and the command when it is let go. */
export function useConnecting(frame: RefObject<HTMLElement | null>) {
  const { store, view, texts } = useServices();
  const [now] = useState(() => createStore<{ drawing: Drawing | null }>()(() => ({ drawing: null })));
  const drawing = useStore(now, (state) => state.drawing);
  const refusal = useRefusal(drawing, frame, texts);
  // The same functions all along: React Flow tells every node and edge of another one.
  const handlers = useMemo(
    () =>
      gestures(
        { store, view, texts },
        {
          frame: () => frame.current,
          drawing: () => now.getState().drawing,
          follow: (next) => now.setState({ drawing: next }),
        },
      ),
    [store, view, texts, frame, now],
  );
  return { connecting: drawing, refusal, handlers };
}

type Frame = () => HTMLElement | null;

interface Gesture {
  frame: Frame;
  drawing: () => Drawing | null;
  follow: (next: Drawing | null) => void;
}

function gestures(
  { store, view, texts }: Pick<EditorServices, "store" | "view" | "texts">,
  { frame, drawing: latest, follow }: Gesture,
) {
  const begin = (source: string, handle: string, replacing?: string): void => {
    const { definition } = store.getState();
    const answers = new Map<string, ConnectAnswer>();
    for (const { id } of definition.nodes) {
      answers.set(id, checkConnection(definition, { source, handle, target: id, ...(replacing && { replacing }) }));
    }
    follow({ source, handle, answers, ...(replacing && { replacing }) });
  };

  const finish = ({ source, handle, replacing }: Drawing, target: string): void => {
    store.getState().run(connect({ source, handle, target, ...(replacing && { replacing }) }));
  };

  /** Anywhere on a step counts as its entrance; on the empty canvas a new step is asked for. */
  const end = (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
    const drawing = latest();
    const at = pointOf(event);
    const over = stepAt(frame, at) ?? (state.isValid ? (state.toNode?.id ?? null) : null);
    const answer = over === null ? undefined : drawing?.answers.get(over);
    if (drawing && over !== null && over !== drawing.source) {
      if (answer?.ok) finish(drawing, over);
      else if (answer) view.getState().announce(refusalText(answer, texts.language));
    } else if (drawing && over === null && drawing.replacing === undefined && onPane(frame, at)) {
      const spot = { kind: "handle", nodeId: drawing.source, handle: drawing.handle } as const;
      view.getState().set({ asking: { kind: "add", spot, at } });
    }
    follow(null);
  };

  const start = (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams): void => {
    if (nodeId !== null && handleType === "source") begin(nodeId, handleId ?? DEFAULT_HANDLE);
  };

  return {
    onConnectStart: start,
    onConnectEnd: end,
    // A click on an exit and one on a step's entrance connect them, too.
    onClickConnectStart: start,
    onClickConnectEnd: () => follow(null),
    onConnect: ({ source, sourceHandle, target }: FlowConnection) =>
      void store.getState().run(connect({ source, handle: sourceHandle ?? DEFAULT_HANDLE, target })),
    isValidConnection: ({ source, sourceHandle, target }: FlowConnection | Edge) => {
      const connection = { source, handle: sourceHandle ?? DEFAULT_HANDLE, target };
      const { replacing } = latest() ?? {};
      return checkConnection(store.getState().definition, { ...connection, ...(replacing && { replacing }) }).ok;
    },
    onReconnect: ({ id }: Edge, { source, sourceHandle, target }: FlowConnection) =>
      void store.getState().run(connect({ source, handle: sourceHandle ?? DEFAULT_HANDLE, target, replacing: id })),
    onReconnectStart: (_event: unknown, edge: Edge) => begin(edge.source, edge.sourceHandle ?? DEFAULT_HANDLE, edge.id),
    onReconnectEnd: (event: MouseEvent | TouchEvent, _edge: Edge, _type: unknown, state: FinalConnectionState) =>
      end(event, state),
  };
}

function useRefusal(drawing: Drawing | null, frame: RefObject<HTMLElement | null>, texts: i18n): Refusal | null {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (!drawing) return;
    const follow = (event: PointerEvent): void => {
      const at = { x: event.clientX, y: event.clientY };
      const over = stepAt(() => frame.current, at);
      const answer = over === null || over === drawing.source ? undefined : drawing.answers.get(over);
      setRefusal(answer && !answer.ok ? { at, message: refusalText(answer, texts.language) } : null);
    };
    window.addEventListener("pointermove", follow);
    return () => {
      window.removeEventListener("pointermove", follow);
      setRefusal(null);
    };
  }, [drawing, frame, texts]);
  return drawing ? refusal : null;
}

function pointOf(event: MouseEvent | TouchEvent): ScreenPoint {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

/** What of this canvas is at a place on the screen; another editor on the page is none of its business. */
function elementAt(frame: Frame, { x, y }: ScreenPoint): Element | null {
  const found = document.elementFromPoint(x, y);
  return frame()?.contains(found) ? found : null;
}

function stepAt(frame: Frame, at: ScreenPoint): string | null {
  return elementAt(frame, at)?.closest<HTMLElement>("[data-node-id]")?.dataset["nodeId"] ?? null;
}

function onPane(frame: Frame, at: ScreenPoint): boolean {
  return Boolean(elementAt(frame, at)?.closest(".react-flow__pane, .react-flow__edges"));
}
