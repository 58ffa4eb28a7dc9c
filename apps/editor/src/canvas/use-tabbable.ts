import { useEditor } from "../document/context.ts";

/** Whether a step is the one of the drawing that Tab comes to, with its "+" behind it; arrow keys reach the others. */
export function useTabbable(id: string): boolean {
  return useEditor(({ selection, definition }) => {
    const [first] = selection.nodeIds;
    return (first ?? definition.nodes.find(({ type }) => type === "trigger")?.id ?? definition.nodes[0]?.id) === id;
  });
}
