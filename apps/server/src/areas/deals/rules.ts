import type { CreateDealRequest, UpdateDealRequest } from "@trilho/contract";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { takingTurns } from "@trilho/engine/trigger";
import type { CountryCode } from "libphonenumber-js/min";
import { isPrivileged } from "../../platform/security/permissions.ts";
import { normalisePhone } from "../../platform/service/phone.ts";
import type { StoredFile } from "../../platform/service/files.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import { problem, type Problem } from "../../platform/service/outcome.ts";
import { isEmptyValue } from "../reference/custom-fields/types.ts";
import type { ValueContext } from "../reference/custom-fields/custom-values.ts";
import type { CompanyChoice, ContactInput, DealCatalogue, ResponsibleChoice } from "./model.ts";
import { instantOf, splitName, textOf } from "../../platform/service/texts.ts";

/** For whom a deal is made or changed, and what a body is held to. */
export interface DealRules {
  catalogue: DealCatalogue;
  viewer: Viewer;
  /** Who is responsible where nobody is named; null takes turns. */
  memberId: string | null;
  /** Whether a contact that is there may be written to. */
  editsContacts: boolean;
  country: CountryCode;
  files: ReadonlyMap<string, StoredFile>;
}

export const valueContextOf = ({ catalogue: { fields }, country, files }: DealRules): ValueContext => ({
  fields,
  country,
  files,
});

type Body = CreateDealRequest & UpdateDealRequest;
type Stage = DealCatalogue["stages"][number];
type Pipeline = DealCatalogue["pipelines"][number];
type Member = Pick<DealCatalogue["members"][number], "id" | "role">;

/** Whether a member works in a pipeline: privileged ones in all, others where the access list is empty or names them. */
export const hasAccess = ({ access }: Pipeline, { id, role }: Member): boolean =>
  access.length === 0 || access.includes(id) || isPrivileged(role as Viewer["role"]);

export const asMember = ({ memberId, role }: Viewer): Member => ({ id: memberId, role });

export const isFinal = ({ isWon, isLost }: Stage): boolean => isWon || isLost;

export const pipelineOf = ({ catalogue, viewer }: DealRules, id: string): Pipeline | undefined =>
  catalogue.pipelines.find((pipeline) => pipeline.id === id && hasAccess(pipeline, asMember(viewer)));

/** The stage of this id, where the viewer may put deals; a problem otherwise. */
export function findStage(rules: DealRules, id: string): { stage: Stage } | { problem: Problem } {
  const stage = rules.catalogue.stages.find((each) => each.id === id);
  const pipeline = stage && pipelineOf(rules, stage.pipelineId);
  if (stage === undefined || pipeline === undefined)
    return { problem: problem("stageId", "is not a stage of this workspace", "stage-gone") };
  if (pipeline.isArchived) return { problem: problem("stageId", "belongs to an archived pipeline", "stage-archived") };
  return { stage };
}

/** Where a deal begins when nothing is said: the first stage of the default pipeline, else of the first one. */
export function firstStage({ catalogue, viewer }: DealRules): Stage | null {
  const open = catalogue.pipelines
    .filter((pipeline) => !pipeline.isArchived && hasAccess(pipeline, asMember(viewer)))
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.position - b.position);
  for (const { id } of open) {
    const stage = catalogue.stages.find((each) => each.pipelineId === id && !isFinal(each));
    if (stage !== undefined) return stage;
  }
  return null;
}

/** Who takes a deal of this pipeline, as a body asks for; undefined where it does not ask. */
export function readResponsible(
  body: Body,
  pipelineId: string,
  { catalogue }: DealRules,
): { choice?: ResponsibleChoice; problems: Problem[] } {
  const userId = body.responsibleUserId ?? null;
  if (userId === null) {
    return body.useAssignmentStrategy === true
      ? { choice: nextInRotation(pipelineId, catalogue), problems: [] }
      : { problems: [] };
  }
  const member = catalogue.members.find(({ id, active }) => id === userId && active);
  const pipeline = catalogue.pipelines.find(({ id }) => id === pipelineId);
  if (member === undefined)
    return { problems: [problem("responsibleUserId", "is not an active member", "responsible-gone")] };
  if (pipeline !== undefined && !hasAccess(pipeline, member))
    return {
      problems: [problem("responsibleUserId", "has no access to the deal's pipeline", "responsible-without-access")],
    };
  return { choice: { userId }, problems: [] };
}

/** The turn among the active members of a pipeline's access list; of all, where it is empty or nobody of it is left. */
export function nextInRotation(pipelineId: string, { pipelines, members }: DealCatalogue): ResponsibleChoice {
  const access = pipelines.find(({ id }) => id === pipelineId)?.access ?? [];
  const active = members.filter((member) => member.active).map(({ id }) => id);
  return { turn: { pipelineId, userIds: takingTurns(access, active) } };
}

/** The person a body describes; null where it says nothing of one. */
export function readContact(body: Body, country: CountryCode): { contact: ContactInput | null; problems: Problem[] } {
  const given = textOf(body.phone);
  const phone = given === null ? null : normalisePhone(given, country);
  const problems =
    given !== null && phone === null ? [problem("phone", "is not a phone number", "contact-phone-wrong")] : [];
  const contact = { phone, email: textOf(body.email), ...readNames(body) };
  const isSilent = [phone, contact.email, contact.firstName, contact.lastName].every((part) => part === null);
  return { contact: isSilent ? null : contact, problems };
}

function readNames(body: Body): Pick<ContactInput, "firstName" | "lastName" | "isFullName"> {
  const [first, last] = [textOf(body.contactFirstName), textOf(body.contactLastName)];
  const full = textOf(body.contactName);
  if (first !== null || last !== null || full === null) return { firstName: first, lastName: last, isFullName: false };
  return { ...splitName(full), isFullName: true };
}

/** The company a body names: by its id, else inline. Undefined where it says nothing; null where it takes it off. */
export function readCompany(
  { companyId, company }: Body,
  { companyKnown }: DealCatalogue,
): { company?: CompanyChoice | null; problems: Problem[] } {
  if (typeof companyId === "string")
    return companyKnown
      ? { company: { id: companyId }, problems: [] }
      : { problems: [problem("companyId", "is not a company of this workspace")] };
  if (company === undefined || company === null)
    return companyId === null ? { company: null, problems: [] } : { problems: [] };
  const inline = {
    name: company.name.trim(),
    domain: textOf(company.domain),
    cnpj: textOf(company.cnpj),
    industry: textOf(company.industry),
    website: textOf(company.website),
    logoUrl: textOf(company.logoUrl),
    notes: textOf(company.notes),
  };
  return { company: { inline }, problems: [] };
}

export function readInstant(field: string, text: string): { value: string | null; problems: Problem[] } {
  const value = instantOf(text);
  return { value, problems: value === null ? [problem(field, "is not an instant that can be kept")] : [] };
}

export function channelProblems(channelId: string | null, { channelIds }: DealCatalogue): Problem[] {
  return channelId === null || channelIds.includes(channelId)
    ? []
    : [problem("channelId", "is not a channel of this workspace")];
}

/** What a deal has, by the keys of requirements: ids of custom fields and standard keys. */
interface Filled {
  name: string | null;
  value: number;
  expectedCloseAt: string | null;
  email: string | null;
  phone: string | null;
  customFields: JsonObject;
}

/** The fields a stage requires and a deal lacks. */
export function missingFields(stageId: string, deal: Filled, { requirements, fields }: DealCatalogue): Problem[] {
  const required = new Set(requirements.flatMap(({ field, stageIds }) => (stageIds.includes(stageId) ? [field] : [])));
  return [...required].flatMap((field) => {
    const slug = fields.find(({ id }) => id === field)?.slug;
    if (!isEmptyValue(valueOf(deal, field, slug))) return [];
    if (slug === undefined) return [problem(field, REQUIRED, REQUIRED_CODES[field])];
    const reason = failureReason("field-required", { words: slug });
    return [{ ...problem(`customFields.${slug}`, REQUIRED), reason }];
  });
}

const REQUIRED = "is required in this stage";
const REQUIRED_CODES: Readonly<Record<string, Parameters<typeof problem>[2]>> = {
  name: "name-required",
  value: "value-required",
  expectedCloseAt: "close-required",
  email: "email-required",
  phone: "phone-required",
};

function valueOf(deal: Filled, key: string, slug: string | undefined): JsonValue | undefined {
  if (slug !== undefined) return Object.hasOwn(deal.customFields, slug) ? deal.customFields[slug] : null;
  const standard: Readonly<Record<string, JsonValue>> = {
    name: deal.name,
    // A deal without a value has the value 0.
    value: deal.value === 0 ? null : deal.value,
    expectedCloseAt: deal.expectedCloseAt,
    email: deal.email,
    phone: deal.phone,
  };
  // A field that was deleted is required of nobody.
  return Object.hasOwn(standard, key) ? standard[key] : key;
}
