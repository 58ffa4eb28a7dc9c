import { toFieldErrors, validateGraph } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";

const saved = new Map<string, GraphDefinition | null>();
const body = validator("json", (value: { graphDefinition?: unknown } | null) => value ?? {});

export const app = new Hono();
app.put("/automations/:id", bodyLimit({ maxSize: 2 * 1024 * 1024 }), body, (context) => {
  const { valid, problems, definition } = validateGraph(context.req.valid("json").graphDefinition);
  if (!valid) return context.json({ fieldErrors: toFieldErrors(problems) }, 400);
  saved.set(context.req.param("id"), definition);
  return context.body(null, 204);
});
// serve({ fetch: app.fetch, port: 3000 }); // of @hono/node-server
