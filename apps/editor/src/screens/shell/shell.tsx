import { CircleUserRound, Inbox, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { disconnect, useSession } from "../../data/session.ts";
import { useText } from "../../i18n/use-text.ts";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/dialogs/popover.tsx";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/dialogs/tooltip.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";
import { ThemeMenu } from "./theme-menu.tsx";
import { usePageTitle } from "./use-page-title.ts";

const { Part: KeptHint } = lazyPart(async () => (await import("../../features/outbox/kept-hint.tsx")).KeptHint, {
  missing: "nowhere",
});

const { Part: ReviewSetting } = lazyPart(
  async () => (await import("../../features/reviews/review-setting.tsx")).ReviewSetting,
  { missing: "nowhere" },
);

interface ShellProps {
  title: string;
  /** What is shown fills the window below the bar, and scrolls by itself. */
  whole?: boolean;
  children: ReactNode;
}

/** The frame of every screen but the builder, which needs the whole window. */
export function Shell({ title, whole = false, children }: ShellProps) {
  const t = useText("common");
  usePageTitle(title);
  const isConnected = useSession() !== null;
  return (
    <div className={styles["shell"]} data-whole={whole || undefined}>
      <a className={styles["skip"]} href="#content">
        {t("skipToContent")}
      </a>
      <header className={styles["bar"]}>
        <Link href="/" className={styles["brand"]}>
          <Logo />
          {t("appName")}
        </Link>
        {isConnected && <Navigation />}
        <div className={styles["tools"]}>
          {isConnected && <OutboxLink />}
          <LanguageMenu />
          <ThemeMenu />
          <Connection />
        </div>
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Where what was not sent is found. */
function OutboxLink() {
  const t = useText("common");
  return (
    <Tooltip content={t("outbox")}>
      <Link href="/outbox" aria-label={t("outbox")} className={styles["outbox"]}>
        <Inbox aria-hidden="true" />
      </Link>
    </Tooltip>
  );
}

function Connection() {
  const t = useText("common");
  const session = useSession();
  if (session === null) return null;
  return (
    <Popover title={t("account")} hideTitle trigger={<IconButton label={t("account")} icon={<CircleUserRound />} />}>
      <p className={styles["host"]}>{t("connectedTo", { host: new URL(session.baseUrl).host })}</p>
      <KeptHint />
      <ReviewSetting />
      <Button icon={<LogOut />} className={styles["leave"]} onClick={disconnect}>
        {t("disconnect")}
      </Button>
    </Popover>
  );
}
