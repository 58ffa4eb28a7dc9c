import { toFieldErrors, validateGraph } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import express from "express";

const saved = new Map<string, GraphDefinition | null>();

export const app = express();
app.put("/automations/:id", express.json({ limit: "2mb" }), (request, response) => {
  const { valid, problems, definition } = validateGraph(request.body?.graphDefinition);
  if (!valid) {
    response.status(400).json({ fieldErrors: toFieldErrors(problems) });
    return;
  }
  saved.set(request.params.id, definition);
  response.sendStatus(204);
});
// app.listen(3000);
