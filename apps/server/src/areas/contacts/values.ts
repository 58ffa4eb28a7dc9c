import type { CreateContactRequest, FieldError, UpdateContactRequest } from "@trilho/contract";
import { checkValue } from "../reference/custom-fields/types.ts";
import { splitName, textOf } from "../../platform/service/texts.ts";
import type { ContactValues } from "./model.ts";
import { countryOf, normalisePhone } from "../../platform/service/phone.ts";

export interface ReadContact {
  values: Partial<ContactValues>;
  problems: FieldError[];
}

const EMAIL = { fieldType: "email", options: null };

/** A contact in a body as it is stored: texts trimmed, blank ones null, the phone in E.164. */
export function readContact(body: CreateContactRequest & UpdateContactRequest, locale: string): ReadContact {
  const { phone, email, instagramUsername, notes, companyId, blocked, isInternal } = body;
  const [number, address] = [textOf(phone), textOf(email)];
  const e164 = number === null ? null : normalisePhone(number, countryOf(locale));
  const wrongEmail = address === null ? null : checkValue(EMAIL, address);
  return {
    values: {
      ...namesIn(body),
      ...(phone !== undefined && { phone: e164 }),
      ...(email !== undefined && { email: address }),
      ...(instagramUsername !== undefined && { instagramUsername: usernameOf(instagramUsername) }),
      ...(notes !== undefined && { notes: textOf(notes) }),
      ...(companyId !== undefined && { companyId: textOf(companyId) }),
      ...(blocked !== undefined && { blocked }),
      ...(isInternal !== undefined && { isInternal }),
    },
    problems: [
      ...(number !== null && e164 === null ? [{ field: "phone", message: "must be a phone number" }] : []),
      ...(wrongEmail === null ? [] : [{ field: "email", message: wrongEmail.message }]),
    ],
  };
}

/** A full name is split at its first space, unless its parts are sent. */
function namesIn({ name, firstName, lastName }: CreateContactRequest): Partial<ContactValues> {
  if (firstName !== undefined || lastName !== undefined) {
    return {
      ...(firstName !== undefined && { firstName: textOf(firstName) }),
      ...(lastName !== undefined && { lastName: textOf(lastName) }),
    };
  }
  if (name === undefined) return {};
  const fullName = textOf(name);
  return fullName === null ? { firstName: null, lastName: null } : splitName(fullName);
}

/** `@Ana.Souza` is `ana.souza`, as Instagram has it. */
const usernameOf = (text: string | null): string | null => textOf(textOf(text)?.replace(/^@/, "").toLowerCase());

/** Whether anything identifies this contact. */
export const isSomebody = ({ firstName, lastName, phone, email, instagramUsername }: Partial<ContactValues>): boolean =>
  [firstName, lastName, phone, email, instagramUsername].some((value) => value !== undefined && value !== null);
