import type { ReactNode } from "react";

/** News that assistive technology reads out without moving the focus. `hidden` keeps it for assistive technology alone. */
export const Status = ({
  hidden = false,
  className,
  children,
}: {
  hidden?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) => <output className={hidden ? "visually-hidden" : className}>{children}</output>;
