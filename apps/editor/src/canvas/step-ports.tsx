import type { GraphNode } from "@trilho/engine";
import { Handle, Position } from "@xyflow/react";
import { use } from "react";
import { useText } from "../i18n/use-text.ts";
import { exitHelp } from "../describe/exits/exits.ts";
import { handleLabel, handleName, handleWord } from "../describe/node-label.ts";
import { Words } from "../describe/words.tsx";
import { useEditor } from "../document/context.ts";
import type { Port } from "../document/layout/geometry.ts";
import { CanvasActionsContext } from "./connecting.ts";
import { dragFromPlus } from "./dragging/plus-drag.ts";
import { useTabbable } from "./use-tabbable.ts";
import handles from "./handles.module.css";
import styles from "./step-node.module.css";

const explained = (name: string, help: string): string => (help === "" ? name : `${name}. ${help}`);

/** The names of the exits at the foot of a card. */
export function PortNames({ node, ports }: { node: GraphNode; ports: readonly Port[] }) {
  const t = useText("builder");
  return (
    <div className={styles["ports"]} aria-hidden="true">
      {ports
        .filter(({ side }) => !side)
        .map((port) => (
          <span
            key={port.handle}
            className={styles["port"]}
            data-kind={port.kind}
            title={explained(handleLabel(port, t), exitHelp(node, port, t))}
          >
            <Words text={handleWord(port, t)} />
          </span>
        ))}
    </div>
  );
}

/** One exit: where an edge starts, and a "+" while there is none. */
export function PortHandle({ node, port, name }: { node: GraphNode; port: Port; name: string }) {
  const t = useText("builder");
  const actions = use(CanvasActionsContext);
  const readOnly = useEditor((state) => state.readOnly);
  const tabbable = useTabbable(node.id);
  const place = { left: port.x, top: port.y };
  const handle = handleName(port, t);
  const help = exitHelp(node, port, t);
  const nodeId = node.id;
  return (
    <>
      <Handle
        id={port.handle}
        type="source"
        position={port.side ? Position.Right : Position.Bottom}
        className={handles["handle"]}
        style={place}
        title={handleLabel(port, t)}
        data-kind={port.kind}
        data-side={port.side}
        data-connected={port.connected}
        data-required={port.required && !port.connected}
      />
      {port.side && (
        <span className={handles["sideName"]} style={place} data-connected={port.connected} aria-hidden="true">
          {handleWord(port, t)}
        </span>
      )}
      {!port.connected && !readOnly && (
        <span className={handles["open"]} style={place} data-side={port.side} data-required={port.required}>
          <button
            type="button"
            tabIndex={tabbable ? 0 : -1}
            className={`${handles["plus"]} ${handles["add"]} nodrag nopan`}
            aria-label={t("canvas.addBehind", { handle, name })}
            title={help || undefined}
            data-testid={`add-${nodeId}-${port.handle}`}
            onPointerDown={dragFromPlus(nodeId, port.handle)}
            onClick={(event) => {
              const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
              actions?.openAdd(nodeId, port.handle, { x: left + width / 2, y: top + height / 2 });
            }}
          />
        </span>
      )}
    </>
  );
}
