import { useView } from "../../document/context.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { stepTypeName } from "../../describe/step-kinds.ts";
import styles from "./drag-ghost.module.css";

/** The step at the pointer while it is dragged from the palette. */
export function DragGhost() {
  const drag = useView((state) => state.drag);
  if (!drag) return null;
  const { step, pointer } = drag;
  return (
    <div className={styles["ghost"]} style={{ transform: `translate(${pointer.x + 8}px, ${pointer.y + 8}px)` }}>
      <StepIcon step={step} size="small" />
      {stepTypeName(step)}
    </div>
  );
}
