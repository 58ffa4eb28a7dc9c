import type { Connection as FlowConnection, Edge, FinalConnectionState, OnConnectStartParams } from "@xyflow/react";
import { DEFAULT_HANDLE } from "@trilho/engine";
import type { ConnectAnswer } from "@trilho/engine";
import { useEffect, useState } from "react";
import { refusalText } from "../i18n/engineWords.ts";
import { useServices } from "../editor/context.ts";
import { checkConnection, connect } from "../store/commands/connect.ts";
import type { Connecting } from "./connecting.ts";
import type { ScreenPoint } from "../store/viewStore.ts";

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
export function useConnecting() {
  const { store, view } = useServices();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const refusal = useRefusal(drawing);

  const begin = (source: string, handle: string, replacing?: string): void => {
    const { definition } = store.getState();
    const answers = new Map<string, ConnectAnswer>();
    for (const { id } of definition.nodes) {
      answers.set(id, checkConnection(definition, { source, handle, target: id, ...(replacing && { replacing }) }));
    }
    setDrawing({ source, handle, answers, ...(replacing && { replacing }) });
  };

  const finish = (target: string): void => {
    if (!drawing) return;
    const { source, handle, replacing } = drawing;
    store.getState().run(connect({ source, handle, target, ...(replacing && { replacing }) }));
  };

  /** Anywhere on a step counts as its entrance; on the empty canvas a new step is asked for. */
  const end = (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
    const at = pointOf(event);
    const over = stepAt(at) ?? (state.isValid ? (state.toNode?.id ?? null) : null);
    const answer = over === null ? undefined : drawing?.answers.get(over);
    if (over !== null && over !== drawing?.source) {
      if (answer?.ok) finish(over);
      else if (answer) view.getState().say(refusalText(answer));
    } else if (drawing && over === null && drawing.replacing === undefined && onPane(at)) {
      const spot = { kind: "handle", nodeId: drawing.source, handle: drawing.handle } as const;
      view.getState().set({ asking: { kind: "add", spot, at } });
    }
    setDrawing(null);
  };

  const start = (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams): void => {
    if (nodeId !== null && handleType === "source") begin(nodeId, handleId ?? DEFAULT_HANDLE);
  };

  return {
    connecting: drawing,
    refusal,
    handlers: {
      onConnectStart: start,
      onConnectEnd: end,
      // A click on a way out and one on a step's entrance connect them, too.
      onClickConnectStart: start,
      onClickConnectEnd: () => setDrawing(null),
      onConnect: ({ source, sourceHandle, target }: FlowConnection) =>
        void store.getState().run(connect({ source, handle: sourceHandle ?? DEFAULT_HANDLE, target })),
      isValidConnection: ({ source, sourceHandle, target }: FlowConnection | Edge) => {
        const connection = { source, handle: sourceHandle ?? DEFAULT_HANDLE, target };
        const { replacing } = drawing ?? {};
        return checkConnection(store.getState().definition, { ...connection, ...(replacing && { replacing }) }).ok;
      },
      onReconnect: ({ id }: Edge, { source, sourceHandle, target }: FlowConnection) =>
        void store.getState().run(connect({ source, handle: sourceHandle ?? DEFAULT_HANDLE, target, replacing: id })),
      onReconnectStart: (_event: unknown, edge: Edge) =>
        begin(edge.source, edge.sourceHandle ?? DEFAULT_HANDLE, edge.id),
      onReconnectEnd: (event: MouseEvent | TouchEvent, _edge: Edge, _type: unknown, state: FinalConnectionState) =>
        end(event, state),
    },
  };
}

function useRefusal(drawing: Drawing | null): Refusal | null {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (!drawing) return;
    const follow = (event: PointerEvent): void => {
      const at = { x: event.clientX, y: event.clientY };
      const over = stepAt(at);
      const answer = over === null || over === drawing.source ? undefined : drawing.answers.get(over);
      setRefusal(answer && !answer.ok ? { at, message: refusalText(answer) } : null);
    };
    window.addEventListener("pointermove", follow);
    return () => {
      window.removeEventListener("pointermove", follow);
      setRefusal(null);
    };
  }, [drawing]);
  return drawing ? refusal : null;
}

function pointOf(event: MouseEvent | TouchEvent): ScreenPoint {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

function stepAt({ x, y }: ScreenPoint): string | null {
  const step = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-node-id]");
  return step?.dataset["nodeId"] ?? null;
}

function onPane({ x, y }: ScreenPoint): boolean {
  return document.elementFromPoint(x, y)?.closest(".react-flow__pane, .react-flow__edges") !== null;
}
