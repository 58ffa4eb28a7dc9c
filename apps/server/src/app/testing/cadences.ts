import { randomUUID } from "node:crypto";
import type { OperationId } from "@trilho/contract";
import { createClockwork, type Clockwork } from "../../platform/background/clockwork.ts";
import { cadenceTasks } from "../../areas/cadences/clock-tasks.ts";
import { digestKey } from "../../platform/security/keys.ts";
import { createCadenceClock } from "../../areas/cadences/store/cadence-clock.ts";
import { fail } from "../../testing/open-test-store.ts";
import { storePipeline, storeStage } from "../../testing/stored.ts";
import type { AppOptions } from "../app.ts";
import { expectSuccess } from "./api.ts";
import { addChannel } from "./conversations.ts";
import { startTestApp, type Answer, type CallInit, type TestApp } from "./test-app.ts";
import type { TestWorkspace } from "./workspace.ts";

/** Monday, 09:00 in São Paulo. */
export const MONDAY = Date.parse("2026-03-02T12:00:00Z");
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface CadenceApi {
  app: TestApp;
  workspace: TestWorkspace;
  key: string;
  stages: { won: string; lost: string; other: string };
  otherPipelineId: string;
  /** The server's time, Unix ms: tests set it. */
  clock: { now: number };
  clockwork: Clockwork;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** Calls, expects success, and answers the resource. */
  ok(id: OperationId, method: string, path: string, json?: unknown): Promise<Answer["body"]>;
  cadence(change?: object): Promise<Answer["body"]>;
  /** A deal with a contact; answers it as it was created. */
  deal(change?: object): Promise<Answer["body"]>;
  /** A deal in a new cadence of these steps, with the instance. */
  enrolled(
    steps?: object[],
    deal?: object,
  ): Promise<{ seq: number; id: string; contactId: string; instance: Answer["body"] }>;
  outbox(): Promise<{ kind: string; recipient: string; content: Record<string, unknown> }[]>;
  activities(dealId: string): Promise<{ type: string; metadata: Record<string, unknown> }[]>;
  /** A key of the kind that really sends. */
  liveKey(): Promise<string>;
}

export const STEPS = [
  { dayNumber: 1, channel: "whatsapp", message: "Olá {{ contact.firstName }}!", description: "First touch" },
  { dayNumber: 1, channel: "voice_call", timeOfDay: "14:00" },
  {
    dayNumber: 3,
    channel: "email",
    subject: "Quote for {{ contact.firstName }}",
    textBody: "Dear {{ contact.firstName }}",
  },
];

const BUSINESS_HOURS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" }));

let phones = 0;

export async function startCadenceApi(options: Partial<AppOptions> = {}): Promise<CadenceApi> {
  const clock = { now: MONDAY };
  const now = (): number => clock.now;
  const app = await startTestApp({ ...options, now });
  const { db, serverSecret } = app.opened;
  const workspace = await app.workspace(["API_ACCESS", "ADVANCED_API", "CADENCE"]);
  const key = await workspace.addKey();
  const workspace_id = workspace.id;
  await db
    .updateTable("workspaces")
    .set({ business_hours: JSON.stringify({ days: BUSINESS_HOURS }) })
    .where("id", "=", workspace_id)
    .execute();
  await addChannel({ app, workspace } as Parameters<typeof addChannel>[0]);
  const otherPipelineId = await storePipeline(db, { workspace_id, seq: 2, name: "Other" });
  const first = { workspace_id, pipeline_id: workspace.pipelineId };
  const stages = {
    won: await storeStage(db, first, { seq: 3, status: "won" }),
    lost: await storeStage(db, first, { seq: 4, status: "lost" }),
    other: await storeStage(db, { workspace_id, pipeline_id: otherPipelineId }, { seq: 5 }),
  };

  const call: CadenceApi["call"] = (method, path, init = {}) => app.call(method, `/api/v1${path}`, { key, ...init });
  const ok: CadenceApi["ok"] = async (id, method, path, json) =>
    expectSuccess(id, await call(method, path, json === undefined ? {} : { json }));
  const cadence: CadenceApi["cadence"] = (change = {}) =>
    ok("createCadence", "POST", "/cadences", {
      name: "First contact",
      pipelineId: workspace.pipelineId,
      steps: STEPS,
      ...change,
    });
  const deal: CadenceApi["deal"] = (change = {}) => {
    phones += 1;
    const number = String(phones).padStart(4, "0");
    return ok("createDeal", "POST", "/deals", {
      phone: `+551198888${number}`,
      email: `ana.${number}@mail.example`,
      contactName: "Ana Souza",
      ...change,
    });
  };
  return {
    app,
    workspace,
    key,
    stages,
    otherPipelineId,
    clock,
    clockwork: createClockwork({ tasks: cadenceTasks(createCadenceClock(db)), now, onError: fail }),
    call,
    ok,
    cadence,
    deal,
    async enrolled(steps = STEPS, change = {}) {
      const [{ id: cadenceId }, { id, seq, contactId }] = [await cadence({ steps }), await deal(change)];
      const instance = await ok("enrollInCadence", "POST", `/deals/${seq}/cadence/enroll`, { cadenceId });
      return { id, seq, contactId, instance };
    },
    outbox: async () =>
      (
        await db
          .selectFrom("outbox")
          .select(["kind", "recipient", "content"])
          .where("workspace_id", "=", workspace_id)
          .orderBy("created_at")
          .execute()
      ).map(({ content, ...row }) => ({ ...row, content: content as Record<string, unknown> })),
    activities: async (dealId) =>
      (
        await db
          .selectFrom("activities")
          .select(["type", "metadata"])
          .where("deal_id", "=", dealId)
          .where("type", "like", "CADENCE%")
          .orderBy("occurred_at")
          .execute()
      ).map(({ type, metadata }) => ({ type, metadata: (metadata ?? {}) as Record<string, unknown> })),
    async liveKey() {
      const live = `trk_live_${randomUUID()}`;
      const member = await db
        .selectFrom("members")
        .select("id")
        .where("workspace_id", "=", workspace_id)
        .limit(1)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("api_keys")
        .values({
          workspace_id,
          id: randomUUID(),
          member_id: member.id,
          name: "Live",
          digest: digestKey(serverSecret, live),
          expires_at: null,
          revoked: false,
        })
        .execute();
      return live;
    },
  };
}
