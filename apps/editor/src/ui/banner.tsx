import { X } from "lucide-react";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { useText } from "../i18n/use-text.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { Status } from "./status.tsx";
import styles from "./banner.module.css";

export type BannerTone = "info" | "warning" | "danger" | "success";

export interface BannerAction extends Pick<ButtonProps, "variant" | "icon" | "loading" | "disabled"> {
  label: string;
  onPress: () => unknown;
}

interface BannerProps {
  tone?: BannerTone;
  icon: ReactNode;
  /** What is the case. */
  title: ReactNode;
  /** What that means, or what to do. */
  children?: ReactNode;
  /** Buttons, in order; those that are false or null stand for none. */
  actions?: readonly (BannerAction | ReactElement | false | null)[];
  /** Shows a cross at the end. */
  onClose?: () => void;
}

/** One line below the header: what is the case, and what can be done. Read out when it appears. */
export function Banner({ tone = "info", icon, title, children, actions = [], onClose }: BannerProps) {
  const t = useText("common");
  return (
    <div className={styles["banner"]} data-tone={tone}>
      <span className={styles["icon"]} aria-hidden="true">
        {icon}
      </span>
      <Status className={styles["text"]}>
        <span className={styles["title"]}>{title}</span>
        {children !== undefined && <span> {children}</span>}
      </Status>
      {actions.some(Boolean) && <span className={styles["actions"]}>{actions.map(buttonOf)}</span>}
      {onClose !== undefined && (
        <IconButton className={styles["close"]} size="sm" label={t("close")} icon={<X />} onClick={onClose} />
      )}
    </div>
  );
}

function buttonOf(action: BannerAction | ReactElement | false | null, place: number): ReactNode {
  if (action === false || action === null || isValidElement(action)) return action;
  const { label, onPress, ...look } = action as BannerAction;
  return (
    <Button key={place} size="sm" {...look} onClick={() => void onPress()}>
      {label}
    </Button>
  );
}
