import { AutomationEditor } from "@trilho/editor";
import "@trilho/editor/style.css";
import type { GraphDefinition } from "@trilho/engine";
import { useState } from "react";

/** The smallest use: a value, and what to do with the next one. */
export function Minimal({ start }: { start: GraphDefinition }) {
  const [definition, setDefinition] = useState(start);
  return <AutomationEditor value={definition} onChange={setDefinition} />;
}
