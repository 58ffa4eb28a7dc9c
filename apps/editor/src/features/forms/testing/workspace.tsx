import type { CustomField, Pipeline, Tag, User } from "@trilho/api-client";
import { vi } from "vitest";
import { ClientProvider } from "../../../data/client-provider.tsx";
import type { ReactNode } from "react";

const date = "2026-01-05T12:00:00Z";

const stage = (id: string, name: string, color: string): Pipeline["stages"][number] => ({
  id,
  seq: 1,
  order: 1,
  name,
  color,
  description: null,
  isWon: false,
  isLost: false,
  isRequired: false,
  requiredMilestoneFieldId: null,
  dealCount: 0,
});

const pipeline = (id: string, name: string, stages: Pipeline["stages"]): Pipeline => ({
  id,
  seq: 1,
  position: 0,
  name,
  description: null,
  isDefault: true,
  isArchived: false,
  exitStageId: null,
  pipelineType: "standard",
  behaviors: [],
  attendanceQueueStageId: null,
  stages,
  createdAt: date,
  updatedAt: date,
});

const customField = (
  id: string,
  name: string,
  fieldType: string,
  options: CustomField["options"] = null,
): CustomField => ({
  id: `cf_${id}`,
  entityType: "deal",
  name,
  slug: id,
  description: null,
  placeholder: null,
  fieldType,
  options,
  config: null,
  isRequired: false,
  apiOnly: false,
  displayOrder: 0,
  section: null,
  pipelineConfig: null,
  createdAt: date,
  updatedAt: date,
  visibilityRule: null,
});

const tag = (id: string, name: string, color: string): Tag => ({ id, name, color, createdAt: date, updatedAt: date });

const user = (id: string, name: string, active = true): User => ({
  id,
  name,
  email: `${id}@example.com`,
  image: null,
  role: "member",
  active,
});

/** What a small workspace answers, by path. */
const ANSWERS: Record<string, unknown> = {
  "/workspace": {
    name: "Small",
    timeZone: "Asia/Tokyo",
    locale: "pt-BR",
    businessHours: { timeZone: "Asia/Tokyo", days: [{ weekday: 3, from: "10:00", to: "16:00" }] },
    channelKinds: ["instagram", "whatsapp"],
    callsPrivateAddresses: false,
  },
  "/pipelines": [
    pipeline("p1", "Sales", [stage("s1", "Leads", "#6366f1"), stage("s2", "Proposta", "#f59e0b")]),
    pipeline("p2", "Renewals", [stage("s3", "Due", "#10b981")]),
  ],
  "/tags": [tag("t1", "VIP", "#e11d48"), tag("t2", "Hot", "#f97316")],
  "/users": [user("u1", "Ana Souza"), user("u2", "João Lima", false)],
  "/custom-fields": [
    customField("budget", "Budget", "number"),
    customField("size", "Company size", "select", [{ value: "big", label: "Big (200+)" }]),
  ],
};

/** Answers the routes that pickers read, as a server would; routes in `broken` answer 503. */
export function stubWorkspace(broken: readonly string[] = []): void {
  vi.stubGlobal("fetch", (input: URL | RequestInfo, init?: RequestInit) => {
    const path = new URL(String(input instanceof Request ? input.url : input)).pathname.replace(/^.*\/api\/v1/, "");
    if (broken.includes(path)) {
      const body = { error: "Down", code: "BAD_REQUEST", requestId: "r1" };
      return Promise.resolve(Response.json(body, { status: 400 }));
    }
    if (init?.method === "POST" && path === "/tags") {
      const { name, color } = JSON.parse(String(init.body)) as Tag;
      return Promise.resolve(Response.json({ data: tag("t9", name, color), message: null }, { status: 201 }));
    }
    return Promise.resolve(Response.json({ data: ANSWERS[path] ?? [], message: null }));
  });
}

/** A view with a connection to that workspace. */
export const Connected = ({ children }: { children: ReactNode }) => (
  <ClientProvider session={{ baseUrl: "http://crm.test", apiKey: "trk_test_0123456789abcdef0123456789abcdef" }}>
    {children}
  </ClientProvider>
);
