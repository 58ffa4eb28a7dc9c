import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";

/** Where numbers without a country code are from, when a workspace's locale does not say. */
const FALLBACK_COUNTRY: CountryCode = "BR";

/**
 * A phone in E.164 (`+5511987654321`), or null when the text is none. Numbers without a country code are of
 * `defaultCountry` (ISO 3166 alpha-2, see `countryOf`). A number counts when its length can be one of its country:
 * stricter rules lag behind new ranges and refuse the numbers that providers hand out for tests.
 */
export function normalisePhone(text: string, defaultCountry: CountryCode): string | null {
  const trimmed = text.trim();
  if (!/^\+?[\d\s().\-/]{3,40}$/.test(trimmed)) return null;
  const local = parse(trimmed, defaultCountry);
  if (local !== null || trimmed.startsWith("+")) return local;
  // Providers write the digits of E.164 alone: 5511987654321.
  return parse(`+${trimmed}`, defaultCountry);
}

function parse(text: string, country: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (parsed === undefined) return null;
  const brazilian = parsed.countryCallingCode === "55" ? withNinthDigit(parsed.nationalNumber) : null;
  if (brazilian !== null) return `+55${brazilian}`;
  return parsed.isPossible() ? parsed.number : null;
}

/**
 * Brazil's mobile numbers got a ninth digit, a leading 9, but WhatsApp goes on naming older accounts without it. Both
 * ways of writing are the same phone. Landlines begin with 2 to 5 and keep their eight digits. No area code has a zero.
 */
const withNinthDigit = (national: string): string | null =>
  /^[1-9]{2}[6-9]\d{7}$/.test(national) ? `${national.slice(0, 2)}9${national.slice(2)}` : null;

/** The country of a locale (`pt-BR` is BR), for numbers without a country code. */
export function countryOf(locale: string): CountryCode {
  const region = new Intl.Locale(locale).maximize().region;
  return region !== undefined && isSupportedCountry(region) ? region : FALLBACK_COUNTRY;
}

/** The digits of a search that looks like a part of a phone, `(11) 98765`; null for other texts and less than three digits. */
export function phoneDigits(search: string): string | null {
  const digits = search.replaceAll(/\D/g, "");
  return digits.length >= 3 && /^[\d\s+().\-/]+$/.test(search) ? digits : null;
}
