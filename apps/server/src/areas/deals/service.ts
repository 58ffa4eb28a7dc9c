import type {
  CreateDealRequest,
  DealCustomFieldValue,
  DealListItem,
  DealResponse,
  FieldError,
  Operations,
  Permission,
  UpdateDealRequest,
} from "@trilho/contract";
import { failureReason } from "@trilho/engine/failures";
import type { Cursors, Position } from "../../platform/security/cursors.ts";
import { holds } from "../../platform/security/permissions.ts";
import { countryOf } from "../../platform/service/phone.ts";
import type { FileStore } from "../../platform/service/files.ts";
import { actorOf, type Actor } from "../activities/history.ts";
import type { Principal, Viewer } from "../../platform/security/principal.ts";
import {
  done,
  found,
  invalid,
  notFound,
  noticed,
  refused,
  type Failure,
  type Outcome,
} from "../../platform/service/outcome.ts";
import { readPage, type Page } from "../../platform/service/page.ts";
import type { DealCard } from "./card.ts";
import { planDeal } from "./create.ts";
import { noticesOf } from "./filter-notices.ts";
import { readFeedFilter, readFilter } from "./filter.ts";
import type { StoredDeal } from "./model.ts";
import type { DealKey, DealStore } from "./port.ts";
import { presentCard, presentDeal, type CardView } from "./present.ts";
import type { DealRules } from "./rules.ts";
import { textOf } from "../../platform/service/texts.ts";
import { decideChange } from "./update.ts";
import { presentValues } from "./values.ts";
import { keptFiles } from "../reference/custom-fields/values.ts";

type Sized<Query> = Query & { limit: number };

/** For whom a deal is made or changed: a request, or an automation in its run. */
export interface DealContext {
  /** What is out of its sight is not there. */
  viewer: Viewer;
  /** Whom histories name. */
  actor: Actor;
  locale: string;
  /** Whose a new deal is, whatever else is said of its contact. */
  contactId?: string | null;
  /** An open deal that a new one may stand beside, of the same contact and in the same pipeline. */
  besideDealId?: string | null;
  /** False where new deals leave the contacts that are there as they are; automations fill in what they lack. */
  editsContacts?: boolean;
}

/** Deals of one workspace, as far as its viewers see them. */
export interface DealService {
  list(principal: Principal, query: Sized<Operations["listDeals"]["query"]>): Promise<Outcome<Page<DealListItem>>>;
  customFieldValues(
    principal: Principal,
    query: Sized<Operations["listDealCustomFieldValues"]["query"]>,
  ): Promise<Outcome<Page<DealCustomFieldValue>>>;
  get(principal: Principal, key: DealKey): Promise<Outcome<DealListItem>>;
  create(principal: Principal, body: CreateDealRequest): Promise<Outcome<DealResponse>>;
  update(principal: Principal, seq: number, body: UpdateDealRequest): Promise<Outcome<DealResponse>>;
  /** What a deal of this body would be refused for, field by field; none is made. */
  createProblems(principal: Principal, body: CreateDealRequest): Promise<readonly FieldError[]>;
  /** The same of a change. */
  updateProblems(principal: Principal, seq: number, body: UpdateDealRequest): Promise<readonly FieldError[]>;
  /** Makes a deal by the rules of a request for one. `source` is a slug: `api`, `automation`. */
  createFor(context: DealContext, body: CreateDealRequest, source: string): Promise<Outcome<StoredDeal>>;
  /** Changes a deal by the rules of a request for it, in the caller's transaction where the store is one. */
  changeFor(context: DealContext, key: DealKey, body: UpdateDealRequest): Promise<Outcome<StoredDeal>>;
}

export interface DealServiceParts {
  store: { deals: DealStore; files: FileStore };
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

const WHAT = "deal";
/** Where deals of this API come from. */
const SOURCE = "api";

export function createDealService({ store, cursors, now }: DealServiceParts): DealService {
  const { deals } = store;

  const nowIso = (): string => new Date(now()).toISOString();

  const viewOf = ({ locale }: Principal): CardView => ({ locale, now: now() });

  const rulesOf = async (
    { viewer, actor, locale, editsContacts = true }: DealContext,
    { customFields, companyId }: UpdateDealRequest,
  ): Promise<DealRules> => {
    const catalogue = await deals.catalogue(viewer.workspaceId, companyId ?? null);
    const files = await keptFiles(store.files, viewer.workspaceId, customFields ?? {});
    return { catalogue, viewer, memberId: actor.userId, editsContacts, country: countryOf(locale), files };
  };

  const service: DealService = {
    async list(principal, { limit, cursor, ...query }) {
      const { workspaceId, timeZone, locale } = principal;
      const fields = asksFields(query) ? await deals.fields(workspaceId) : [];
      const { filter, problems } = readFilter(query, fields, { timeZone, country: countryOf(locale) });
      if (problems.length > 0) return refused(invalid(problems));
      const view = viewOf(principal);
      const page = await readPage({
        cursors,
        scope: { workspaceId, operationId: "listDeals", filters: query },
        cursor,
        limit,
        read: async (count, after) => (filter === null ? [] : deals.list(principal, filter, count, after, nowIso())),
        positionOf: ({ deal }: DealCard): Position => ({ at: deal.createdAt, id: deal.id }),
        present: (card) => presentCard(card, view),
      });
      return noticed(page, noticesOf(query, fields, locale));
    },

    async customFieldValues(principal, { limit, cursor, ...query }) {
      const { workspaceId, timeZone } = principal;
      const { filter, problems } = readFeedFilter(query, timeZone);
      if (problems.length > 0) return refused(invalid(problems));
      const bySlug = new Map((await deals.fields(workspaceId)).map((field) => [field.slug, field]));
      const page = await readPage({
        cursors,
        scope: { workspaceId, operationId: "listDealCustomFieldValues", filters: query },
        cursor,
        limit,
        read: (count, after) => deals.fieldValues(principal, filter, count, after),
        positionOf: ({ id, updatedAt }): Position => ({ at: updatedAt, id }),
        present: (deal) => presentValues(deal, bySlug),
      });
      return page.ok ? done({ ...page.value, items: page.value.items.flat() }) : page;
    },

    async get(principal, key) {
      const card = await deals.get(principal, key, nowIso());
      return found(card && presentCard(card, viewOf(principal)), WHAT);
    },

    async create(principal, body) {
      const denied = deniedOf(principal, bringsCompany(body) ? ["companies.edit"] : []);
      if (denied !== null) return refused(denied);
      return presented(await service.createFor(contextOf(principal), body, SOURCE));
    },

    async update(principal, seq, body) {
      const denied = deniedOf(principal, [
        ...(bringsCompany(body) ? ["companies.edit" as const] : []),
        ...(editsContact(body) ? ["contacts.edit" as const] : []),
      ]);
      if (denied !== null) return refused(denied);
      return presented(await service.changeFor(contextOf(principal), { seq }, body));
    },

    async createProblems(principal, body) {
      return problemsOf(planDeal(body, SOURCE, await rulesOf(contextOf(principal), body)));
    },

    async updateProblems(principal, seq, body) {
      const rules = await rulesOf(contextOf(principal), body);
      const outcome = await deals.change(principal, { seq }, actorOf(principal), (current, at) => {
        const decided = decideChange(current, body, at, rules);
        return decided.ok ? refused(invalid([])) : decided;
      });
      return outcome === null ? [] : problemsOf(outcome);
    },

    async createFor(context, body, source) {
      const plan = planDeal(body, source, await rulesOf(context, body));
      const { viewer, actor, contactId = null, besideDealId = null } = context;
      return plan.ok ? deals.create(viewer, actor, { ...plan.value, contactId, besideDealId }) : plan;
    },

    async changeFor(context, key, body) {
      const rules = await rulesOf(context, body);
      const outcome = await deals.change(context.viewer, key, context.actor, (current, at) =>
        decideChange(current, body, at, rules),
      );
      return outcome ?? refused({ ...notFound(WHAT), reason: failureReason("deal-gone") });
    },
  };
  return service;
}

/** Only filters by custom fields need to know them before deals are read. */
const asksFields = ({ customFields, customFieldRanges }: Operations["listDeals"]["query"]): boolean =>
  customFields !== undefined || customFieldRanges !== undefined;

const contextOf = (principal: Principal): DealContext => ({
  viewer: principal,
  actor: actorOf(principal),
  locale: principal.locale,
  editsContacts: holds(principal, "contacts.edit"),
});

const problemsOf = (outcome: Outcome<unknown>): readonly FieldError[] =>
  outcome.ok ? [] : (outcome.failure.fieldErrors ?? []);

const presented = (outcome: Outcome<StoredDeal>): Outcome<DealResponse> =>
  outcome.ok ? done(presentDeal(outcome.value)) : outcome;

/** Companies have permissions of their own, which those of deals do not replace. */
const bringsCompany = ({ company, companyId }: UpdateDealRequest): boolean =>
  company !== undefined && company !== null && typeof companyId !== "string";

/** A deal may always come with its contact; to change one that is there is to edit contacts. */
const editsContact = (body: UpdateDealRequest): boolean =>
  [body.phone, body.email, body.contactName, body.contactFirstName, body.contactLastName].some(
    (part) => textOf(part) !== null,
  );

function deniedOf(principal: Principal, needed: readonly Permission[]): Failure | null {
  const missing = needed.find((permission) => !holds(principal, permission));
  return missing === undefined
    ? null
    : { code: "FORBIDDEN", message: `This key's member lacks the permission ${missing}, which this body needs.` };
}
