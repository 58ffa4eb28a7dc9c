import type { AriaLabelConfig } from "@xyflow/react";
import { useMemo } from "react";
import { useText } from "../i18n/use-text.ts";
import type { Text } from "../i18n/use-text.ts";

const ariaLabels = (t: Text<"builder">, readOnly: boolean): AriaLabelConfig => ({
  "node.a11yDescription.default": t(readOnly ? "canvas.flow.nodeReadOnly" : "canvas.flow.node"),
  "node.a11yDescription.keyboardDisabled": t(readOnly ? "canvas.flow.nodeReadOnly" : "canvas.flow.node"),
  "node.a11yDescription.ariaLiveMessage": ({ direction, x, y }) => t("canvas.flow.moved", { direction, x, y }),
  "edge.a11yDescription.default": readOnly ? "" : t("canvas.flow.edge"),
  "controls.ariaLabel": t("canvas.flow.controls"),
  "controls.zoomIn.ariaLabel": t("canvas.flow.zoomIn"),
  "controls.zoomOut.ariaLabel": t("canvas.flow.zoomOut"),
  "controls.fitView.ariaLabel": t("canvas.flow.fitView"),
  "controls.interactive.ariaLabel": t("canvas.flow.interactive"),
  "minimap.ariaLabel": t("canvas.minimap"),
  "handle.ariaLabel": t("canvas.flow.handle"),
});

/** React Flow's own descriptions, which only assistive technology hears, in the language of the editor. */
export function useAriaLabels(readOnly: boolean): AriaLabelConfig {
  const t = useText("builder");
  return useMemo(() => ariaLabels(t, readOnly), [t, readOnly]);
}
