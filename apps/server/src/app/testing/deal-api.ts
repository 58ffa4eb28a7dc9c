import { randomUUID } from "node:crypto";
import { storePipeline, storeStage } from "../../testing/stored.ts";
import { expectSuccess, startTestApi, type TestApi } from "./api.ts";
import type { Answer, CallInit } from "./test-app.ts";

/** A server whose workspace has won and lost stages, a second pipeline, and custom fields of many types. */
export interface DealApi extends TestApi {
  /** The workspace's first pipeline: two active stages, won, lost. */
  won: string;
  lost: string;
  /** A pipeline of one active stage beside the default one. */
  other: { pipelineId: string; stageId: string };
  /** Each expects success and answers the resource. */
  make(body?: object, key?: string): Promise<Answer["body"]>;
  get(seq: number, key?: string): Promise<Answer["body"]>;
  patch(seq: number, body: object, key?: string): Promise<Answer["body"]>;
  /** The names of a list's deals. */
  names(query: string, key?: string): Promise<string[]>;
  activities(
    dealId: string,
  ): Promise<{ type: string; field: string | null; changes: unknown; metadata: unknown; actor_type: string }[]>;
  events(dealId: string): Promise<{ type: string; payload: Record<string, unknown> }[]>;
}

const FIELDS = [
  { slug: "note", field_type: "text" },
  { slug: "bill", field_type: "number" },
  { slug: "approved", field_type: "boolean" },
  { slug: "visit", field_type: "date" },
  { slug: "call", field_type: "datetime" },
  { slug: "roof", field_type: "select", options: ["metal", "slab"] },
  { slug: "interests", field_type: "multi_select", options: ["panels", "battery"] },
  { slug: "engineer", field_type: "members" },
  { slug: "second_phone", field_type: "phone" },
  { slug: "contract", field_type: "file" },
];

const as = (key: string | undefined): CallInit => (key === undefined ? {} : { key });

export async function startDealApi(features?: string[]): Promise<DealApi> {
  const api = await startTestApi(features);
  const { db } = api.app.opened;
  const { id: workspace_id, pipelineId } = api.workspace;
  const first = { workspace_id, pipeline_id: pipelineId };
  const won = await storeStage(db, first, { seq: 3, status: "won" });
  const lost = await storeStage(db, first, { seq: 4, status: "lost" });
  const otherId = await storePipeline(db, { workspace_id, seq: 2, name: "Other" });
  const otherStageId = await storeStage(db, { workspace_id, pipeline_id: otherId }, { seq: 5 });
  await db
    .insertInto("custom_fields")
    .values(
      FIELDS.map(({ slug, field_type, options }, index) => ({
        workspace_id,
        id: randomUUID(),
        entity_type: "deal",
        name: slug,
        slug,
        field_type,
        options:
          options === undefined
            ? null
            : JSON.stringify(options.map((value) => ({ value, label: value.toUpperCase() }))),
        is_required: false,
        display_order: index + 2,
      })),
    )
    .execute();

  return {
    ...api,
    won,
    lost,
    other: { pipelineId: otherId, stageId: otherStageId },
    make: async (body = {}, key) =>
      expectSuccess("createDeal", await api.call("POST", "/deals", { json: body, ...as(key) })),
    get: async (seq, key) => expectSuccess("getDeal", await api.call("GET", `/deals/${seq}`, as(key))),
    patch: async (seq, body, key) =>
      expectSuccess("updateDeal", await api.call("PATCH", `/deals/${seq}`, { json: body, ...as(key) })),
    names: async (query, key) => {
      const page = expectSuccess("listDeals", await api.call("GET", `/deals?${query}`, as(key)));
      return page.items.map(({ name }: { name: string }) => name);
    },
    activities: (dealId) =>
      db
        .selectFrom("activities")
        .select(["type", "field", "changes", "metadata", "actor_type"])
        .where("deal_id", "=", dealId)
        .orderBy("occurred_at")
        .execute(),
    events: async (dealId) =>
      await db
        .selectFrom("events")
        .select(["type", "payload"])
        .where("deal_id", "=", dealId)
        .orderBy("created_at")
        .execute(),
  };
}
