import { FEATURES } from "@trilho/contract";
import { startTestApi, type TestApi } from "../../../apps/server/src/app/testing/api.ts";
import { clientOf, fillWorkspace, type Belongings } from "../../../apps/server/src/app/testing/full-workspace.ts";

/** A server, a workspace on it with one of everything, and what makes more of it. */
export interface World {
  api: TestApi;
  client: ReturnType<typeof clientOf>;
  belongings: Belongings;
  /** A pipeline and a deal in it that no request is told of: what is made there is not spoilt by others. */
  workshop: { pipelineSeq: number; pipelineId: string; stageId: string; dealSeq: number };
  /** A number that was not given before. */
  next(): number;
}

export async function startWorld(): Promise<World> {
  const api = await startTestApi([...FEATURES]);
  const belongings = await fillWorkspace(api.app, api.workspace);
  const client = clientOf(api.app, api.key);
  const { id: pipelineId, seq: pipelineSeq, stages } = await client.pipelines.create({ name: "Workshop" });
  const stageId = stages[0]?.id ?? "";
  const { seq: dealSeq } = await client.deals.create({ name: "Workshop", stageId });
  let last = 0;
  return {
    api,
    client,
    belongings,
    workshop: { pipelineSeq, pipelineId, stageId, dealSeq },
    next: () => (last += 1),
  };
}
