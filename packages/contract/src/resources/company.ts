import { Type } from "typebox";
import { dateTime, looseObject, nullable, WEB_ADDRESS } from "../schema.ts";

/** A company, with its values of custom fields by slug. `domain` comes without scheme, `www.` and path. */
export const Company = Type.Object({
  id: Type.String(),
  name: Type.String(),
  domain: nullable(Type.String()),
  cnpj: nullable(Type.String()),
  industry: nullable(Type.String()),
  website: nullable(Type.String()),
  logoUrl: nullable(Type.String()),
  notes: nullable(Type.String()),
  customFields: looseObject(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

const name = () => Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });
const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const webAddress = () => Type.Optional(nullable(Type.String({ maxLength: 500, pattern: WEB_ADDRESS })));

const details = {
  domain: text(255),
  cnpj: text(30),
  industry: text(255),
  website: webAddress(),
  logoUrl: webAddress(),
  notes: text(2000),
  customFields: Type.Optional(nullable(looseObject())),
};

/** The fields and limits of a deal's inline company (contract, `CreateDealRequest`). */
export const CreateCompanyRequest = Type.Object({ name: name(), ...details });

/** What is left out stays; null or a blank text removes. */
export const UpdateCompanyRequest = Type.Object({ name: Type.Optional(name()), ...details });
