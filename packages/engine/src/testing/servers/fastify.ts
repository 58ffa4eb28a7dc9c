import { toFieldErrors, validateGraph } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import Fastify from "fastify";

const saved = new Map<string, GraphDefinition | null>();

interface Put {
  Params: { id: string };
  Body: { graphDefinition?: unknown } | null;
}

export const app = Fastify({ bodyLimit: 2 * 1024 * 1024 });
app.put<Put>("/automations/:id", async (request, reply) => {
  const { valid, problems, definition } = validateGraph(request.body?.graphDefinition);
  if (!valid) return reply.code(400).send({ fieldErrors: toFieldErrors(problems) });
  saved.set(request.params.id, definition);
  return reply.code(204).send();
});
// await app.listen({ port: 3000 });
