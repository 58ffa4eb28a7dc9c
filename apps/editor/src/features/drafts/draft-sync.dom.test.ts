import { ApiError, type Automation, type AutomationDraft } from "@trilho/api-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mergeDrafts } from "../compare/merge.ts";
import { blankDraft, draftOf, isSameDraft, type Draft } from "../../document/draft/draft.ts";
import { graph } from "../../document/testing.ts";
import { DraftSync, type Edited } from "./draft-sync.ts";

const stored = (version: number, name = "Welcome"): Automation => {
  const kept = { graphDefinition: graph("t>a>b"), outboundChannelId: null, conditions: null };
  return { ...blankDraft(name).settings, ...kept, id: "a1", version } as Automation;
};

const refusal = (status: number) =>
  new ApiError(status, {
    error: `Refused with ${status}.`,
    code: status === 404 ? "NOT_FOUND" : "CONFLICT",
    requestId: "r",
  });

/** A service with one automation, on which a test can look and act. */
class Service {
  automation = stored(1);
  draft: AutomationDraft | null = null;
  writes = 0;
  failing: Error | null = null;
  #revision = 0;

  of(name: string) {
    const answer = async <Value>(value: () => Value): Promise<Value> => {
      await Promise.resolve();
      if (this.failing !== null) throw this.failing;
      return value();
    };
    const check = (revision: string | null | undefined): void => {
      if (revision !== undefined && revision !== (this.draft?.revision ?? null)) throw refusal(409);
    };
    return {
      get: () => answer(() => this.automation),
      draft: () => answer(() => this.draft),
      saveDraft: (_id: string, body: Pick<AutomationDraft, "content" | "baseVersion"> & { revision?: string | null }) =>
        answer(() => {
          this.writes += 1;
          check(body.revision);
          const { content, baseVersion } = structuredClone(body);
          const editedBy = { id: name, name, apiKey: null };
          this.draft = { content, baseVersion, revision: `r${(this.#revision += 1)}`, editedBy, editedAt: "" };
          return this.draft;
        }),
      discardDraft: (_id: string, { revision }: { revision?: string } = {}) =>
        answer(() => {
          check(revision);
          this.draft = null;
        }),
    };
  }
}

/** Somebody who edits the automation. */
class Person {
  edited: Edited;
  heard: (string | null)[] = [];
  readonly sync: DraftSync;

  constructor(service: Service, name: string, saveAfterMs = 5) {
    const base = service.automation;
    this.edited = { base, draft: draftOf(base), dirty: false };
    this.sync = new DraftSync({
      client: service.of(name) as never,
      synced: { revision: null, content: draftOf(base) },
      current: () => this.edited,
      merge: (from, mine, theirs) => mergeDrafts(from, mine, theirs, new Map()),
      onMerged: (newBase, draft, by) => {
        this.heard.push(by);
        this.put(draft, newBase);
      },
      onGone: (automation) => this.put(draftOf(automation), automation),
      saveAfterMs,
      lookEveryMs: 10,
    });
  }

  put(draft: Draft, base = this.edited.base): void {
    this.edited = { base, draft, dirty: !isSameDraft(draft, draftOf(base)) };
    this.sync.changed();
  }

  set(change: Partial<Draft["settings"]>): void {
    const { draft } = this.edited;
    this.put({ ...draft, settings: { ...draft.settings, ...change } });
  }

  get name(): string {
    return this.edited.draft.settings.name;
  }

  get status(): string {
    return this.sync.state.getState().status;
  }
}

let service: Service;
let people: Person[] = [];
const join = (name: string, saveAfterMs?: number): Person => {
  const person = new Person(service, name, saveAfterMs);
  people.push(person);
  return person;
};
beforeEach(() => {
  service = new Service();
});
afterEach(() => {
  for (const { sync } of people) sync.close();
  people = [];
});

const nameStored = () => (service.draft?.content as { name?: string } | undefined)?.name ?? null;

describe("a draft that is edited", () => {
  it("is saved a moment after its last change, once", async () => {
    const ana = join("Ana");
    await expect.poll(() => ana.status).toBe("saved");
    for (const name of ["V", "VI", "VIPs"]) ana.set({ name });
    expect(ana.status).toBe("saving");
    await expect.poll(nameStored).toBe("VIPs");
    await expect.poll(() => ana.status).toBe("saved");
    expect(service.writes).toBe(1);
    expect(service.draft).toMatchObject({ baseVersion: 1 });
  });

  it("is kept nowhere once nothing in it is unpublished", async () => {
    const ana = join("Ana");
    ana.set({ name: "VIPs" });
    await expect.poll(nameStored).toBe("VIPs");
    ana.set({ name: "Welcome" });
    await expect.poll(() => service.draft).toBeNull();
    ana.set({ name: "Again" });
    await expect.poll(nameStored).toBe("Again");
    // As it was published.
    service.automation = stored(2, "Again");
    ana.put(draftOf(service.automation), service.automation);
    await expect.poll(() => service.draft).toBeNull();
  });

  it("is removed at once when it is published, however long saving waits", async () => {
    join("Bia").set({ name: "VIPs" });
    await expect.poll(nameStored).toBe("VIPs");
    people[0]?.sync.close();
    const ana = join("Ana", 60_000);
    await expect.poll(() => ana.name).toBe("VIPs");
    service.automation = stored(2, "VIPs");
    ana.put(draftOf(service.automation), service.automation);
    await expect.poll(() => service.draft).toBeNull();
  });

  it("stays on its device while the service is away, and is saved when it is back", async () => {
    const ana = join("Ana");
    await expect.poll(() => ana.status).toBe("saved");
    service.failing = new Error("offline");
    ana.set({ name: "VIPs" });
    await expect.poll(() => ana.status).toBe("here");
    service.failing = null;
    await expect.poll(nameStored).toBe("VIPs");
    await expect.poll(() => ana.status).toBe("saved");
  });

  it("stays on its device with a service that keeps none", async () => {
    service.failing = refusal(404);
    const ana = join("Ana");
    ana.set({ name: "VIPs" });
    await expect.poll(() => ana.status).toBe("alone");
    service.failing = null;
    ana.set({ name: "More" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(service.draft).toBeNull();
  });

  it("stays on its device once its automation is gone, whose service kept it until then", async () => {
    const ana = join("Ana");
    await expect.poll(() => ana.status).toBe("saved");
    service.failing = refusal(404);
    ana.set({ name: "VIPs" });
    await expect.poll(() => ana.status).toBe("here");
  });

  it("keeps credentials that were typed here, of which the service says nothing", async () => {
    const ana = join("Ana");
    const bia = join("Bia");
    ana.set({ triggerConfig: { headerName: "x", headerValue: "secret" } });
    await expect.poll(() => service.draft).not.toBeNull();
    if (service.draft) service.draft.content = { ...service.draft.content, triggerConfig: { headerName: "x" } };
    await expect.poll(() => bia.edited.draft.settings.triggerConfig).toMatchObject({ headerName: "x" });
  });
});

describe("two who edit one draft", () => {
  it("see each other's changes", async () => {
    const [ana, bia] = [join("Ana"), join("Bia")];
    ana.set({ name: "VIPs" });
    await expect.poll(() => bia.name).toBe("VIPs");
    expect(bia.heard).toEqual(["Ana"]);
    bia.set({ respectBusinessHours: true });
    await expect.poll(() => ana.edited.draft.settings.respectBusinessHours).toBe(true);
    expect(ana.name).toBe("VIPs");
  });

  it("keep both changes of different things made at once", async () => {
    const [ana, bia] = [join("Ana"), join("Bia")];
    ana.set({ name: "VIPs" });
    bia.put({ ...bia.edited.draft, definition: graph("t>a>b>c") });
    const seen = [ana, bia].map((person) => () => {
      const { settings, definition } = person.edited.draft;
      return [settings.name, (definition as { nodes: unknown[] }).nodes.length];
    });
    for (const see of seen) await expect.poll(see).toEqual(["VIPs", 4]);
    await expect.poll(() => [ana.status, bia.status]).toEqual(["saved", "saved"]);
  });

  it("are asked where both changed the same, and nothing is lost until then", async () => {
    const [ana, bia] = [join("Ana"), join("Bia")];
    await expect.poll(() => [ana.status, bia.status]).toEqual(["saved", "saved"]);
    ana.set({ name: "Ana's" });
    bia.set({ name: "Bia's" });
    await expect.poll(() => people.filter(({ sync }) => sync.state.getState().clash !== null)).toHaveLength(1);
    const [later] = people.filter(({ sync }) => sync.state.getState().clash !== null);
    const clash = later?.sync.state.getState().clash;
    expect(new Set([later?.name, clash?.theirs.settings.name])).toEqual(new Set(["Ana's", "Bia's"]));
    expect(clash?.from.settings.name).toBe("Welcome");
    later?.set({ respectBusinessHours: true });
    later?.sync.resolve({ ...later.edited.draft, settings: { ...later.edited.draft.settings, name: "Ours" } });
    await expect.poll(() => [ana.name, bia.name]).toEqual(["Ours", "Ours"]);
    await expect.poll(nameStored).toBe("Ours");
    expect(service.draft?.content).toMatchObject({ respectBusinessHours: true });
  });

  it("go back to what is published when one of them discards it, unless the other changed something since", async () => {
    const [ana, bia] = [join("Ana"), join("Bia")];
    ana.set({ name: "VIPs" });
    await expect.poll(() => bia.name).toBe("VIPs");
    ana.set({ name: "Welcome" });
    await expect.poll(() => bia.name).toBe("Welcome");
    expect(service.draft).toBeNull();
    await expect.poll(() => bia.edited.dirty).toBe(false);
  });

  it.each([
    ["the version before, restored", "Welcome", 2],
    ["a version that is gone already", "Welcome", 3],
  ])("keep a draft of %s, with whoever has an older version open", async (_, name, newest) => {
    const bia = join("Bia");
    await expect.poll(() => bia.status).toBe("saved");
    service.automation = stored(2, "VIPs");
    const ana = join("Ana");
    await expect.poll(() => ana.status).toBe("saved");
    ana.set({ name });
    if (newest > 2) service.automation = stored(newest, "Newest");
    await expect.poll(nameStored).toBe(name);
    const { revision } = service.draft ?? {};
    await expect.poll(() => bia.sync.state.getState().synced.revision).toBe(revision);
    await expect.poll(() => bia.status).toBe("saved");
    await expect.poll(() => ana.status).toBe("saved");
    expect(service.draft?.revision).toBe(revision);
    bia.set({ name: "More" });
    await expect.poll(nameStored).toBe("More");
  });

  it("go on with the version that one of them published", async () => {
    const [ana, bia] = [join("Ana"), join("Bia")];
    ana.set({ name: "VIPs" });
    await expect.poll(() => bia.name).toBe("VIPs");
    service.automation = stored(2, "VIPs");
    ana.put(draftOf(service.automation), service.automation);
    await expect.poll(() => bia.edited.base.version).toBe(2);
    expect(bia.edited.dirty).toBe(false);
  });
});
