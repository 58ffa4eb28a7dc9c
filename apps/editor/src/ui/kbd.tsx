import type { ReactNode } from "react";
import styles from "./kbd.module.css";

/** A key or a combination, as the keyboard shows it: `⌘K`. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={styles["kbd"]}>{children}</kbd>;
