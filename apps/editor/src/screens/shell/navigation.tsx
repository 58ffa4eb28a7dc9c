import { Link } from "wouter";
import { ALL_RUNS, DEALS, INTERACTIONS, useGuardedLocation } from "../../browser/location.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./navigation.module.css";

/** Whether a place belongs to a path. */
const isAt = (place: string, path: string): boolean => path === place || path.startsWith(`${place}/`);

/** What a workspace has, from every screen but the builder. */
export function Navigation() {
  const t = useText("common");
  const [path] = useGuardedLocation();
  const places = [
    { href: "/", name: t("navigation.automations"), isHere: path === "/" || isAt("/automations", path) },
    { href: DEALS, name: t("navigation.deals"), isHere: isAt(DEALS, path) || isAt("/contacts", path) },
    { href: ALL_RUNS, name: t("navigation.runs"), isHere: isAt(ALL_RUNS, path) },
    { href: INTERACTIONS, name: t("navigation.interactions"), isHere: isAt(INTERACTIONS, path) },
  ];
  return (
    <nav aria-label={t("navigation.label")} className={styles["navigation"]}>
      {places.map(({ href, name, isHere }) => (
        <Link key={href} href={href} aria-current={isHere ? "page" : undefined} className={styles["place"]}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
