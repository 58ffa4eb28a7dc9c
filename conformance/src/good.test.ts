import { ROUTES, type OperationId, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, it } from "vitest";
import { expectSuccess } from "../../apps/server/src/app/testing/api.ts";
import { addressOf } from "./requests/address.ts";
import { goodRequest } from "./requests/good.ts";
import { fileFor, send } from "./requests/send.ts";
import { startWorld, type World } from "./requests/world.ts";

/* One request of every route. That it and its answer are as the API's document says is looked at in every call. */

const routes = Object.entries<Route>(ROUTES) as [OperationId, Route][];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.api.app.close());

describe("a good request", () => {
  it.each(routes)("of %s succeeds", async (id, route) => {
    const good = await goodRequest(world, id);
    const address = addressOf(route, world.belongings, good.path);
    const request = { address, ...good, ...(route.upload && { file: fileFor(route) }) };
    expectSuccess(id, await send(world, route, request));
  });
});
