import { PERMISSIONS } from "@trilho/contract";
import { describe, expect, it } from "vitest";
import type { Role } from "./principal.ts";
import { holds } from "./permissions.ts";

const member = (role: Role, allow: string[] = [], deny: string[] = []) => ({ role, permissions: { allow, deny } });

describe("permissions", () => {
  it.each<[Role]>([["owner"], ["admin"], ["partner"], ["support"]])("all belong to the role %s", (role) => {
    expect(PERMISSIONS.filter((permission) => !holds(member(role, [], [...PERMISSIONS]), permission))).toEqual([]);
  });

  it("of an ordinary member are the role's default set", () => {
    expect(PERMISSIONS.filter((permission) => holds(member("member"), permission))).toEqual([
      "contacts.view",
      "contacts.edit",
      "companies.view",
      "companies.edit",
      "deals.edit",
      "whatsapp.view_conversations",
      "automations.view",
    ]);
  });

  it("follow a member's exceptions, of which a denial wins", () => {
    expect(holds(member("member", ["automations.edit"]), "automations.edit")).toBe(true);
    expect(holds(member("member", [], ["automations.view"]), "automations.view")).toBe(false);
    expect(holds(member("member", ["automations.edit"], ["automations.edit"]), "automations.edit")).toBe(false);
  });
});
