import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

export interface Tab<Value extends string = string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** A count or a state, after the label. */
  badge?: ReactNode;
  content: ReactNode;
  disabled?: boolean;
}

export interface TabsProps<Value extends string> {
  /** What the tabs are about, for assistive technology. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange, className }: TabsProps<Value>) {
  return (
    <Base.Root
      className={[styles["root"], className].filter(Boolean).join(" ")}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
    >
      <Base.List className={styles["list"]} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled} className={styles["tab"]}>
            {tab.icon}
            {tab.label}
            {tab.badge}
          </Base.Tab>
        ))}
        <Base.Indicator className={styles["indicator"]} renderBeforeHydration={false} />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles["panel"]}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
