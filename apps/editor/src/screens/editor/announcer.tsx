import { useText } from "../../i18n/use-text.ts";
import { useEditor, useView } from "../../document/context.ts";
import { commandLabel } from "../../describe/node-label.ts";

/** Says what happened, for those who do not see it. */
export function Announcer() {
  const t = useText("builder");
  const last = useEditor((state) => state.last);
  const announced = useView((state) => state.announced);
  const happened = last ? t(`announced.${last.kind}`, { what: commandLabel(last.label, t) }) : "";
  return (
    <output className="visually-hidden" aria-live="polite" data-testid="announcer">
      <span key={`did ${last?.seq ?? 0}`}>{happened}</span>{" "}
      <span key={`said ${announced?.seq ?? 0}`}>{announced?.text ?? ""}</span>
    </output>
  );
}
