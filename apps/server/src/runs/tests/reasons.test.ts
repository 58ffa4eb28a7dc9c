import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metaError, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { startBroken } from "../../platform/network/testing/broken-servers.ts";
import { act } from "../testing/acting.ts";
import { answer } from "../testing/servers.ts";
import { AI_KEY, startWorld, type World } from "../testing/world.ts";
import { failureTexts } from "../../testing/failure-texts.ts";

let world: World;
let bare: World;
beforeAll(async () => {
  [world, bare] = await Promise.all([startWorld(), startWorld({ isConnected: false, allowPrivate: false })]);
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
});
afterAll(() => Promise.all([world.close(), bare.close()]));

interface Case {
  action: string;
  config?: object | (() => object);
  /** Of the run's deal. */
  deal?: object;
  /** Done before the run. */
  first?: () => unknown;
  /** Whose run it is; the world's where everything is set up, by default. */
  of?: () => World;
  english: string;
  portuguese: string;
}

const webhook = (given: ReturnType<typeof answer>): Pick<Case, "action" | "config" | "first"> => ({
  action: "webhook",
  config: () => ({ url: world.receiver.url }),
  first: () => world.receiver.next(given),
});
const assistant = (status: number, body: string): Pick<Case, "action" | "first"> => ({
  action: "cia_deal_analysis",
  first: () => world.assistant.next(answer(status, body)),
});
const meta = (status: number, code: number, words: string): Pick<Case, "action" | "config" | "first"> => ({
  action: "send_whatsapp",
  config: { text: "Hi" },
  first: () => world.meta.next(metaError(status, code, words)),
});

const CASES: Readonly<Record<string, Case>> = {
  "a webhook that is denied": {
    ...webhook(answer(401, '{"error":"bad key"}')),
    english: 'The address did not accept the credentials of this webhook (401). It says: “{"error":"bad key"}”.',
    portuguese: 'O endereço não aceitou as credenciais deste webhook (401). Ele diz: “{"error":"bad key"}”.',
  },
  "a webhook to an address with nothing there": {
    ...webhook(answer(404, "<html><body>Not Found</body></html>")),
    english: "There is nothing at this address: check it (404).",
    portuguese: "Não há nada neste endereço: confira-o (404).",
  },
  "a webhook that is refused": {
    ...webhook(answer(422, "no such lead")),
    english: "The address did not take the request (422). It says: “no such lead”.",
    portuguese: "O endereço não aceitou a requisição (422). Ele diz: “no such lead”.",
  },
  "a webhook too many": {
    ...webhook(answer(429)),
    english: "The address cannot take more requests for now (429).",
    portuguese: "O endereço não aceita mais requisições por enquanto (429).",
  },
  "a webhook to a server in trouble": {
    ...webhook(answer(502, "<h1>Bad Gateway</h1>")),
    english: "The server at this address has a problem of its own (502).",
    portuguese: "O servidor neste endereço está com um problema próprio (502).",
  },
  "a webhook that is sent elsewhere": {
    ...webhook(answer(302, "", { location: "http://127.0.0.1:1/" })),
    english: "The address answered 302: it sends callers elsewhere, which is not followed.",
    portuguese: "O endereço respondeu 302: manda quem chama para outro lugar, o que não é seguido.",
  },
  "a webhook into this server's own network": {
    action: "webhook",
    of: () => bare,
    config: { url: "http://127.0.0.1:4400/api" },
    english:
      "The address is not called: 127.0.0.1 is on this server's own network. Use a public address, or ask your administrator to allow calls within this network.",
    portuguese:
      "O endereço não é chamado: 127.0.0.1 está na rede deste servidor. Use um endereço público, ou peça a quem administra o servidor que permita chamadas dentro dessa rede.",
  },
  "a webhook whose Liquid is broken": {
    action: "webhook",
    config: { url: "http://127.0.0.1:1/", body: { text: "{% if deal %}" } },
    english:
      "“Body” cannot be filled in, because its Liquid cannot be read: “tag {% if deal %} not closed” (/body/text).",
    portuguese:
      "“Corpo” não pode ser preenchido, porque o Liquid não pode ser lido: “tag {% if deal %} not closed” (/body/text).",
  },
  "a webhook with a filter that does not exist": {
    action: "webhook",
    config: { url: "http://127.0.0.1:1/", body: "{{ deal.name | shout }}" },
    english:
      "“Body” cannot be filled in, because it uses a filter that does not exist: “undefined filter: shout” (/body).",
    portuguese:
      "“Corpo” não pode ser preenchido, porque usa um filtro que não existe: “undefined filter: shout” (/body).",
  },
  "a webhook whose Liquid costs too much": {
    action: "webhook",
    config: { url: "http://127.0.0.1:1/", body: "{% for i in (1..1000000000) %}x{% endfor %}" },
    english: "“Body” cannot be filled in, because it takes too much (/body).",
    portuguese: "“Corpo” não pode ser preenchido, porque isso custa demais (/body).",
  },
  "a message after more than a day": {
    ...meta(400, 131047, "Re-engagement message"),
    english:
      "More than 24 hours have passed since the contact wrote: send a template. Meta says: “Re-engagement message” (131047).",
    portuguese:
      "Faz mais de 24 horas que o contato escreveu: envie um modelo. A Meta diz: “Re-engagement message” (131047).",
  },
  "a message with a token that has run out": {
    ...meta(401, 190, "Error validating access token"),
    english:
      "This server's access to Meta has run out: ask whoever runs it to renew it. Meta says: “Error validating access token” (190).",
    portuguese:
      "O acesso deste servidor à Meta não vale mais: peça a quem cuida dele que o renove. A Meta diz: “Error validating access token” (190).",
  },
  "a message that Meta refuses with its own words alone": {
    ...meta(400, 100, "Invalid parameter"),
    english: "Meta says: “Invalid parameter” (100).",
    portuguese: "A Meta diz: “Invalid parameter” (100).",
  },
  "a message with an answer nobody can read": {
    action: "send_whatsapp",
    config: { text: "Hi" },
    first: () => world.meta.next((_, response) => response.writeHead(200).end("<html>")),
    english: "Meta took the message, but its answer cannot be read: it may have gone out. Look there before you retry.",
    portuguese:
      "A Meta recebeu a mensagem, mas a resposta não pode ser lida: ela pode ter saído. Olhe lá antes de tentar de novo.",
  },
  "a message to a proxy's error page": {
    action: "send_whatsapp",
    config: { text: "Hi" },
    first: () => world.meta.next((_, response) => response.writeHead(502).end("<html>")),
    english: "Meta answered 502 without a reason.",
    portuguese: "A Meta respondeu 502 sem dizer por quê.",
  },
  "a message to nobody's phone": {
    action: "send_whatsapp",
    config: { text: "Hi" },
    deal: { phone: null },
    english: "The contact has no phone number.",
    portuguese: "O contato não tem telefone.",
  },
  "a message by a channel that is gone": {
    action: "send_whatsapp",
    config: { text: "Hi", channelId: "gone" },
    english: "The channel to send from does not exist any more.",
    portuguese: "O canal de envio não existe mais.",
  },
  "a message without any channel": {
    action: "send_whatsapp",
    of: () => bare,
    config: { text: "Hi" },
    english: "This workspace has no WhatsApp channel to send from by default: choose one.",
    portuguese: "Este espaço de trabalho não tem um canal de WhatsApp padrão: escolha um.",
  },
  "a message with media at no address": {
    action: "send_whatsapp",
    config: { text: "Hi", mediaLink: "file:///etc/passwd" },
    english: "The media address is not an http or https address.",
    portuguese: "O endereço da mídia não é um endereço http nem https.",
  },
  "an answer to no comment": {
    action: "reply_instagram_comment",
    config: { text: "Hi" },
    english: "This run was not started by an Instagram comment.",
    portuguese: "Esta execução não começou por um comentário do Instagram.",
  },
  "an e-mail to a contact without one": {
    action: "send_email",
    config: { subject: "Hi" },
    deal: { email: null },
    english: "The contact has no e-mail address.",
    portuguese: "O contato não tem e-mail.",
  },
  "an e-mail that the mail server refuses": {
    action: "send_email",
    config: { subject: "Hi" },
    first: () => world.mailbox.refuseNext(554),
    english: "The mail server did not take the message: “Not now” (554).",
    portuguese: "O servidor de e-mail não aceitou a mensagem: “Not now” (554).",
  },
  "an analysis where no assistant is set up": {
    action: "cia_deal_analysis",
    of: () => bare,
    english: "No assistant is connected on this server: ask whoever runs it.",
    portuguese: "Nenhum assistente está conectado neste servidor: fale com quem cuida dele.",
  },
  "an analysis with a wrong key, which is not repeated": {
    ...assistant(401, JSON.stringify({ error: { message: `Incorrect API key: ${AI_KEY}` } })),
    english: "The assistant refuses this server's key (401): ask whoever runs the server for another.",
    portuguese: "O assistente recusa a chave deste servidor (401): peça outra a quem cuida dele.",
  },
  "an analysis that the assistant refuses": {
    ...assistant(400, JSON.stringify({ error: { message: `No model “small” for ${AI_KEY}` } })),
    english:
      'The assistant answered 400: ask whoever runs this server to check its address and model. It says: “No model "small" for [hidden]”.',
    portuguese:
      'O assistente respondeu 400: peça a quem cuida deste servidor que confira o endereço e o modelo. Ele diz: “No model "small" for [hidden]”.',
  },
  "an analysis too many": {
    ...assistant(429, JSON.stringify({ error: { message: "Rate limit reached" } })),
    english: "The assistant cannot take more questions for now (429). It says: “Rate limit reached”.",
    portuguese: "O assistente não aceita mais perguntas por enquanto (429). Ele diz: “Rate limit reached”.",
  },
  "an analysis by an assistant in trouble": {
    ...assistant(503, "<html>"),
    english: "The assistant has a problem of its own (503).",
    portuguese: "O assistente está com um problema próprio (503).",
  },
  "an analysis that is garbage": {
    ...assistant(200, "<html>"),
    english: "The assistant's answer cannot be read.",
    portuguese: "Não foi possível ler a resposta do assistente.",
  },
  "a stage that is gone": {
    action: "move_stage",
    config: { targetStageId: "gone" },
    english: "The stage does not exist any more.",
    portuguese: "A etapa não existe mais.",
  },
  "tags that are gone": {
    action: "add_tag",
    config: { tagIds: ["gone"] },
    english: "The tags do not exist any more.",
    portuguese: "As tags não existem mais.",
  },
  "a responsible who is gone": {
    action: "assign_responsible",
    config: { userId: "gone" },
    english: "The responsible is not an active member any more.",
    portuguese: "O responsável não está mais na equipe ativa.",
  },
  "a co-owner who is gone": {
    action: "add_co_owner",
    config: { userId: "gone" },
    english: "The co-owner is not an active member any more.",
    portuguese: "O corresponsável não está mais na equipe ativa.",
  },
  "a custom field that is gone": {
    action: "set_custom_field",
    config: { fieldSlug: "budget", value: "x" },
    english: "There is no custom field “budget”.",
    portuguese: "Não existe o campo personalizado “budget”.",
  },
  "a pipeline that is gone": {
    action: "create_lead",
    config: { pipelineId: "gone" },
    english: "The pipeline does not exist any more.",
    portuguese: "O funil não existe mais.",
  },
  "a task for somebody who is gone": {
    action: "create_task",
    config: { assigneeUserId: "gone" },
    english: "The member whom the task is for is not there any more.",
    portuguese: "A pessoa para quem é a tarefa não está mais aqui.",
  },
  "no conversation to close": {
    action: "close_conversation",
    english: "There is no conversation with this contact.",
    portuguese: "Não há conversa com este contato.",
  },
};

describe("why a run failed is said in both languages", () => {
  it.each(Object.entries(CASES))("%s", async (_, given) => {
    const { action, config = {}, deal = {}, first, of = () => world, english, portuguese } = given;
    first?.();
    const { run, effect } = await act(of(), action, typeof config === "function" ? config() : config, {}, deal);
    expect(failureTexts({ failure: run.lastFailure })).toEqual([english, portuguese]);
    expect([run.lastError, effect.error]).toEqual([english, english]);
    expect(effect.failure).toEqual(run.lastFailure);
    expect(JSON.stringify([run, effect])).not.toContain(AI_KEY);
  });

  it("a webhook to a port where nobody listens, with its delivery", async () => {
    const { port } = await startBroken("closed");
    const { id, run } = await act(world, "webhook", { url: `http://127.0.0.1:${port}/in` });
    const english = `127.0.0.1:${port} refused the connection: its service may be off, or the address names a wrong port (ECONNREFUSED).`;
    const { deliveries, effects } = (await world.call("GET", `/automations/${id}/runs/${run.id}`)).body.data;
    expect([run.lastError, effects[0].error, deliveries[0].error]).toEqual([english, english, english]);
    const failure = [{ code: "host-refuses", params: { host: `127.0.0.1:${port}`, detail: "ECONNREFUSED" } }];
    expect([run.lastFailure, effects[0].failure, deliveries[0].failure]).toEqual([failure, failure, failure]);
  });
});

it("each text that these runs stored stands beside the same as data, and none begins with a code", async () => {
  for (const { db } of [world.app.opened, bare.app.opened]) {
    const runs = await db.selectFrom("runs").select(["last_error as error", "last_failure as failure"]).execute();
    const effects = await db.selectFrom("run_effects").select(["error", "failure"]).execute();
    const deliveries = await db.selectFrom("webhook_deliveries").select(["error", "failure"]).execute();
    const stored = [...runs, ...effects, ...deliveries];
    expect(stored.filter(({ error }) => error !== null).length).toBeGreaterThan(4);
    expect(stored.map(({ error }) => error)).toEqual(stored.map((row) => failureTexts(row)[0]));
    expect(stored.filter(({ error }) => /^(?:[A-Z][A-Z_]{3,}\b|fetch failed|\d{3} )/.test(error ?? ""))).toEqual([]);
  }
});
