import type { KnownIds } from "./by-schema.ts";
import type { World } from "./world.ts";

/** The ids of all that a workspace has, by how names of parameters and of parts of bodies end. */
export async function knownIds({ api, client, belongings }: World): Promise<KnownIds> {
  const of = (path: string): string => belongings[path] ?? "";
  const { seq, pipelineId } = await client.deals.get(Number(of("/deals/{seq}")));
  const conversation = await client.conversations.get(of("/conversations/{conversationKey}"));
  const messages = await client.conversations.listMessages(conversation.id);
  const users = await client.users.list();
  return new Map<string, readonly unknown[]>([
    ["stageId", [...api.workspace.stageIds, of("/pipelines/{seq}/stages/{stageId}")]],
    ["pipelineId", [api.workspace.pipelineId, pipelineId]],
    ["pipeline", [1, Number(of("/pipelines/{seq}"))]],
    ["tagId", [api.workspace.tagId, of("/tags/{id}")]],
    ["fieldId", [api.workspace.customFieldId, of("/custom-fields/{id}")]],
    ["userId", users.map(({ id }) => id)],
    ["responsibleId", users.map(({ id }) => id)],
    ["contactId", [of("/contacts/{id}")]],
    ["companyId", [of("/companies/{id}")]],
    ["cadenceId", [of("/cadences/{id}")]],
    ["channelId", [conversation.channelId]],
    ["messageId", messages.items.map(({ id }) => id)],
    ["mediaAssetId", [of("/media/{id}")]],
    ["dealSeq", [seq]],
  ]);
}
