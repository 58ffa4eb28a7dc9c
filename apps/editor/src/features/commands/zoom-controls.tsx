import { Maximize, SlidersHorizontal, WandSparkles, ZoomIn, ZoomOut } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { shortcutOf } from "./table.ts";
import { useEditor, useServices } from "../../document/context.ts";
import { tidyUp } from "../../document/commands/arrange.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./toolbar.module.css";

/** How the drawing is looked at: tidied, nearer, farther, all of it. */
export function ZoomControls() {
  const t = useText("builder");
  const { canvas } = useServices();
  return (
    <div className={styles["group"]}>
      <Tidy />
      <IconButton
        size="sm"
        label={t("toolbar.zoomOut")}
        shortcut={shortcutOf("zoomOut")}
        icon={<ZoomOut />}
        onClick={() => canvas.current?.zoomOut()}
      />
      <IconButton
        size="sm"
        label={t("toolbar.zoomIn")}
        shortcut={shortcutOf("zoomIn")}
        icon={<ZoomIn />}
        onClick={() => canvas.current?.zoomIn()}
      />
      <Fit />
    </div>
  );
}

/** The same on a small screen, above the drawing: there fingers zoom, and the settings have no place of their own. */
export function SightAbove() {
  const t = useText("builder");
  const { view } = useServices();
  return (
    <div className={styles["above"]} role="toolbar" aria-label={t("toolbar.sight")}>
      <IconButton
        size="sm"
        label={t("toolbar.settings")}
        icon={<SlidersHorizontal />}
        onClick={() => view.getState().set({ sheet: "inspector" })}
      />
      <Tidy />
      <Fit />
    </div>
  );
}

function Tidy() {
  const t = useText("builder");
  const { store, view, canvas } = useServices();
  const readOnly = useEditor((state) => state.readOnly);
  const tidy = (): void => {
    if (!store.getState().run(tidyUp())) view.getState().announce(t("announced.alreadyTidy"));
    requestAnimationFrame(() => canvas.current?.fit());
  };
  return (
    <IconButton
      size="sm"
      label={t("toolbar.tidy")}
      shortcut={shortcutOf("tidy")}
      icon={<WandSparkles />}
      disabled={readOnly}
      onClick={tidy}
    />
  );
}

function Fit() {
  const t = useText("builder");
  const { canvas } = useServices();
  return (
    <IconButton
      size="sm"
      label={t("toolbar.fit")}
      shortcut={shortcutOf("fit")}
      icon={<Maximize />}
      onClick={() => canvas.current?.fit()}
    />
  );
}
