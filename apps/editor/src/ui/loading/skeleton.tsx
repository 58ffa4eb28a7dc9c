import styles from "./skeleton.module.css";

export interface SkeletonProps {
  /** Any CSS length. */
  width?: string;
  height?: string;
  radius?: string;
}

/** A place holder of the size of what comes. Its list or region says `aria-busy`. */
export const Skeleton = ({ width = "100%", height = "14px", radius }: SkeletonProps) => (
  <span className={styles["skeleton"]} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
);
