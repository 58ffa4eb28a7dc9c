import { distance } from "fastest-levenshtein";
import { SETTINGS } from "./help.ts";

const NAMES = Object.values(SETTINGS).flatMap((settings) => settings.map(({ name }) => name));

/** Settings that say more of another one, and mean nothing without it. */
const PARTS: Readonly<Record<string, string>> = {
  TRILHO_DATABASE_CONNECTIONS: "DATABASE_URL",
  TRILHO_MAIL_FROM: "TRILHO_SMTP_URL",
  TRILHO_META_BASE_URL: "TRILHO_META_TOKEN",
  TRILHO_META_VERSION: "TRILHO_META_TOKEN",
  TRILHO_META_TIMEOUT: "TRILHO_META_TOKEN",
  TRILHO_META_PIXEL_ID: "TRILHO_META_TOKEN",
  TRILHO_AI_KEY: "TRILHO_AI_URL",
  TRILHO_AI_MODEL: "TRILHO_AI_URL",
};

/** A line for each setting that was made and changes nothing. Values are not repeated: one may be a secret. */
export function ignoredSettings(env: NodeJS.ProcessEnv): string[] {
  const given = Object.keys(env).filter((name) => env[name]?.trim());
  const isGiven = (name: string): boolean => given.includes(name);
  return given.flatMap((name) => {
    const whole = PARTS[name];
    if (whole !== undefined) return isGiven(whole) ? [] : [`${name} changes nothing without ${whole}.`];
    if (name === "TRILHO_STORAGE" && isGiven("DATABASE_URL")) return [`${name} changes nothing with DATABASE_URL.`];
    const isUnknown = /^TRILHO_/i.test(name) && !NAMES.includes(name) && !isOfKubernetes(name, env[name] ?? "");
    return isUnknown ? [`${name} is no setting, and changes nothing. ${hint(name)}`] : [];
  });
}

/** It gives each program the addresses of services under their names; one may be called trilho. */
const isOfKubernetes = (name: string, value: string): boolean =>
  /^TRILHO_SERVICE_(?:HOST|PORT)/.test(name) || (/^TRILHO_PORT(?:_|$)/.test(name) && !/^\d*$/.test(value));

function hint(name: string): string {
  const wanted = name.toUpperCase();
  const bare = wanted.replace("TRILHO_", "");
  const away = (known: string): number => Math.min(distance(wanted, known), distance(bare, known));
  const [nearest = ""] = NAMES.toSorted((a, b) => away(a) - away(b));
  return away(nearest) <= bare.length / 3 ? `Did you mean ${nearest}?` : "See --help.";
}
