import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import css from "./deals.module.css";

/** One thing that is ahead of a deal, in a list of them. */
export const Card = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className={css.card}>
    <span className={css.mark}>
      <Icon aria-hidden="true" />
    </span>
    <div className={css.cardBody}>{children}</div>
  </li>
);
