import { AutomationEditor } from "@trilho/editor";
import "@trilho/editor/style.css";
import type { GraphDefinition } from "@trilho/engine";
import { Background, MiniMap, ReactFlow, useEdgesState, useNodesState } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { salesGraph } from "./graph.ts";

declare global {
  interface Window {
    openGraph: () => void;
    closeGraph: () => void;
  }
}

const params = new URLSearchParams(window.location.search);
const graph = salesGraph({
  count: Number(params.get("nodes")),
  placed: params.get("placed") === "1",
  flawed: params.get("flawed") === "1",
});
/** "x y zoom width height": the part of the drawing to show, in a frame of this size. */
const sight = params.get("sight")?.split(" ").map(Number);

function Ours() {
  const [value, setValue] = useState<GraphDefinition>(graph);
  return <AutomationEditor value={value} onChange={setValue} theme="light" />;
}

/** React Flow as its first page shows it, with the same nodes at places in the same grid, and as much of them in sight. */
function Bare() {
  const [nodes, , onNodesChange] = useNodesState(
    graph.nodes.map(({ id }, index) => ({
      id,
      position: { x: (index % 4) * 340, y: Math.floor(index / 4) * 180 },
      data: { label: id },
    })),
  );
  const [edges, , onEdgesChange] = useEdgesState(
    (graph.edges ?? []).map(({ id, source, target }) => ({ id: id ?? "", source, target })),
  );
  const [x = 0, y = 0, zoom = 1, width, height] = sight ?? [];
  return (
    <div style={{ width: width ?? "100%", height: height ?? "100%", margin: "0 auto" }}>
      <ReactFlow
        {...{ nodes, edges, onNodesChange, onEdgesChange }}
        minZoom={0.2}
        {...(sight ? { defaultViewport: { x, y, zoom } } : { fitView: true })}
      >
        <Background />
        <MiniMap />
      </ReactFlow>
    </div>
  );
}

let root: Root | null = null;

window.openGraph = () => {
  const element = document.getElementById("root");
  if (element === null) throw new Error("index.html has no element #root.");
  root = createRoot(element);
  root.render(params.get("what") === "bare" ? <Bare /> : <Ours />);
};
window.closeGraph = () => root?.unmount();
