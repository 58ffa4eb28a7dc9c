import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { validateGraph } from "@trilho/engine";
import { toProblemDetails } from "@trilho/engine/formats";
import type { ProblemDetails } from "@trilho/engine/formats";

export const server = createServer(async (request, response) => {
  try {
    const { valid, problems } = validateGraph(await json(request));
    if (valid) response.writeHead(204).end();
    else answer(toProblemDetails(problems));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    answer({ type: "about:blank", title: "Bad Request", status: 400, detail, errors: [] });
  }

  function answer(details: ProblemDetails) {
    response.writeHead(details.status, { "content-type": "application/problem+json" }).end(JSON.stringify(details));
  }
});
// server.listen(3000);
