import { lazyPart } from "./loading/lazy-part.tsx";
import type { Scene } from "./scenes.tsx";
import styles from "./state.module.css";

const { Part } = lazyPart(async () => (await import("./scenes.tsx")).SceneDrawing, { missing: "nowhere" });

/** A small drawing of what will stand here. Its place is kept until it has come. */
export const Picture = ({ of }: { of: Scene }) => (
  <span className={styles["picture"]} aria-hidden="true">
    <Part of={of} />
  </span>
);
