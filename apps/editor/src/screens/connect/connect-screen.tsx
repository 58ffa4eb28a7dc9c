import { Eye, EyeOff, KeyRound } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { LanguageMenu } from "../shell/language-menu.tsx";
import { tidyBaseUrl } from "../../data/kept-session.ts";
import { connect } from "../../data/session.ts";
import { describeError, type ErrorDescription } from "../../data/failures/describe-error.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Logo } from "../shell/logo.tsx";
import { ThemeMenu } from "../shell/theme-menu.tsx";
import { usePageTitle } from "../shell/use-page-title.ts";
import styles from "./connect-screen.module.css";
import { verify } from "./verify.ts";

interface Refusals {
  address?: string;
  key?: string;
}

/** Asks where the service is and for a key, and lets in when the service accepts it. */
export function ConnectScreen() {
  const t = useText("connect");
  usePageTitle(t("title"));
  const [address, setAddress] = useState(window.location.origin);
  const [key, setKey] = useState("");
  const [remember, setRemember] = useState(false);
  const [shown, setShown] = useState(false);
  const [refusals, setRefusals] = useState<Refusals>({});
  const [failure, setFailure] = useState<ErrorDescription | null>(null);
  const [busy, setBusy] = useState(false);
  const keyId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const session = { baseUrl: tidyBaseUrl(address), apiKey: key.trim() };
    const found: Refusals = {
      ...(!isAddress(session.baseUrl) && { address: t("addressInvalid") }),
      ...(session.apiKey === "" && { key: t("keyMissing") }),
    };
    setRefusals(found);
    setFailure(null);
    if (found.address !== undefined || found.key !== undefined || busy) return;
    setBusy(true);
    try {
      await verify(session);
      connect(session, remember);
    } catch (error) {
      setFailure(describeError(error));
      setBusy(false);
    }
  }

  return (
    <main className={styles["screen"]}>
      <div className={styles["theme"]}>
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <form className={styles["card"]} onSubmit={(event) => void submit(event)} noValidate>
        <Logo size={40} />
        <h1 className={styles["title"]}>{t("title")}</h1>
        <p className={styles["intro"]}>{t("intro")}</p>
        <TextField
          label={t("address")}
          hint={t("addressHint")}
          error={refusals.address}
          value={address}
          onValueChange={setAddress}
          type="url"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
        />
        <TextField
          id={keyId}
          label={t("key")}
          hint={t("keyHint")}
          error={refusals.key}
          value={key}
          onValueChange={setKey}
          type={shown ? "text" : "password"}
          icon={<KeyRound />}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          suffix={
            <button
              type="button"
              className={styles["reveal"]}
              aria-label={t(shown ? "hideKey" : "showKey")}
              aria-controls={keyId}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff /> : <Eye />}
            </button>
          }
        />
        <Switch label={t("remember")} hint={t("rememberHint")} checked={remember} onCheckedChange={setRemember} />
        {failure !== null && <Failure failure={failure} />}
        <Button type="submit" variant="primary" size="lg" loading={busy}>
          {t("connect")}
        </Button>
      </form>
    </main>
  );
}

function Failure({ failure }: { failure: ErrorDescription }) {
  const t = useText("common");
  return (
    <div className={styles["failure"]} role="alert">
      <strong>{failure.title}</strong>
      <p>{failure.advice}</p>
      {failure.requestId !== null && (
        <p className={styles["request"]}>
          {t("requestId")} <code>{failure.requestId}</code>
        </p>
      )}
    </div>
  );
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
