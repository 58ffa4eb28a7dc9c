import { randomBytes } from "node:crypto";

const secret = (): string => `trk_live_${randomBytes(32).toString("base64url")}`;

/** Keys of one provisioned set of workspaces, by what they may do. */
export interface Keys {
  owner: string;
  /** Reads automations and may not change them. */
  viewer: string;
  /** May not even read automations. */
  blind: string;
  revoked: string;
  /** Of a workspace without `ADVANCED_API`. */
  withoutFeature: string;
  /** Of a workspace where changes of automations are reviewed: two who may edit and approve. */
  author: string;
  reviewer: string;
}

const member = (name: string, role: string, keys: { name: string; secret: string; revoked?: boolean }[]) => ({
  email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
  name,
  role,
  permissions: { allow: [], deny: [] },
  visibility: "all",
  keys,
});

/** A provisioning file with three workspaces, and the keys that it holds. */
export function makeWorkspaces(): { file: unknown; keys: Keys } {
  const keys: Keys = {
    owner: secret(),
    viewer: secret(),
    blind: secret(),
    revoked: secret(),
    withoutFeature: secret(),
    author: secret(),
    reviewer: secret(),
  };
  const common = { timeZone: "America/Sao_Paulo", locale: "pt-BR", quotas: { pipelines: 5 } };
  const file = {
    workspaces: [
      {
        ...common,
        slug: "rail",
        name: "Rail",
        features: ["API_ACCESS", "ADVANCED_API"],
        channels: [{ id: "wa-rail", kind: "whatsapp", name: "Sales", phoneNumberId: "1002003004005", isDefault: true }],
        members: [
          member("Olivia Owner", "owner", [
            { name: "owner", secret: keys.owner },
            { name: "old", secret: keys.revoked, revoked: true },
          ]),
          member("Victor Viewer", "member", [{ name: "viewer", secret: keys.viewer }]),
          {
            ...member("Bruna Blind", "member", [{ name: "blind", secret: keys.blind }]),
            permissions: { allow: [], deny: ["automations.view"] },
          },
        ],
      },
      {
        ...common,
        slug: "reviewed",
        name: "Reviewed",
        features: ["API_ACCESS", "ADVANCED_API"],
        automationReview: true,
        members: [
          {
            ...member("Ana Author", "member", [{ name: "author", secret: keys.author }]),
            permissions: { allow: ["automations.edit"], deny: [] },
          },
          member("Rita Reviewer", "owner", [{ name: "reviewer", secret: keys.reviewer }]),
        ],
      },
      {
        ...common,
        slug: "plain",
        name: "Plain",
        features: ["API_ACCESS"],
        members: [member("Paula Plain", "owner", [{ name: "owner", secret: keys.withoutFeature }])],
      },
    ],
  };
  return { file, keys };
}
