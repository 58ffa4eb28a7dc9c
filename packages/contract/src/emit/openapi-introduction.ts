import { API_PREFIX } from "../routes.ts";

/** What there is to know before the first request, in Markdown. */
export const INTRODUCTION = `
Deals, pipelines, conversations, cadences and automations of one workspace.

## First request

Every request carries an API key:

\`\`\`sh
curl -H "Authorization: Bearer trk_test_…" "http://127.0.0.1:4400${API_PREFIX}/deals?limit=2"
\`\`\`

The address is that of a server on this machine; put yours in its place. Whoever runs the server makes keys, with
\`npx -y pnpm@12 start keys create\`.

A key stands for the member who made it: their role, permissions and what they may see hold for every request, and the
workspace is the key's, never the request's. A missing, wrong, revoked or expired key is a \`401\`. A permission or a
feature that is missing is a \`403\`; each operation says what it needs.

On this page, press *Authorize* and enter the key. The examples name what the demo workspace has, which a first start
makes: sent there as they are, they succeed, the first time: what exists then cannot be made again, and what was removed
is gone. In another workspace, put its own ids in their place.

## Test keys

What a key that begins with \`trk_test_\` sends to people (WhatsApp, e-mail) stays in the workspace and is listed by
\`GET /outbox\`; all else that it does is real. A live key (\`trk_live_\`) sends, wherever the channel has credentials;
\`GET /outbox/state\` shows which have. \`POST /automations/{id}/try\` runs an automation without reaching anybody,
whichever the key.

## Answers and errors

Answers are \`{ "data": …, "message": null }\`. \`message\` is a sentence where something was accepted that deserves a
word, such as a key of the body that the operation does not know; it is in the workspace's language, errors are in
English. \`warnings\` then lists the same for programs: \`[{ "code", "message", "fields" }]\`. Clients should pass over keys
they do not know.

Errors are \`{ "error", "code", "requestId" }\`, with \`details\` and \`fieldErrors\` where there is more to say:

| Status | \`code\` | What it means |
| --- | --- | --- |
| 400 | \`BAD_REQUEST\`, \`VALIDATION_ERROR\` | It cannot be read, or values are wrong: \`fieldErrors\` names all that can be told; what hangs on a wrong part is looked at once that is right |
| 401 | \`UNAUTHORIZED\` | No good key |
| 403 | \`FORBIDDEN\`, \`FEATURE_DISABLED\` | The member lacks a permission, or the workspace a feature |
| 404 | \`NOT_FOUND\` | There is no such thing, or it is not the member's to see |
| 405 | \`BAD_REQUEST\` | The route exists, but not with this method: \`Allow\` names those it has |
| 409 | \`CONFLICT\`, \`QUOTA_EXCEEDED\` | The state does not allow it, or the plan's limit is reached |
| 413, 415 | \`BAD_REQUEST\` | The body is too large, or of another type than JSON |
| 422 | \`UNPROCESSABLE_ENTITY\` | A valid request that this resource cannot satisfy |
| 429 | \`QUOTA_EXCEEDED\` | Too many requests |
| 500, 503 | \`INTERNAL_ERROR\`, \`SERVICE_UNAVAILABLE\` | Our fault, or the database does not answer, takes no changes or has no room left: try again, after a \`503\` in \`Retry-After\` seconds |

Give the \`requestId\` (header \`X-Request-Id\`) when you ask for help.

## Limits

600 requests a minute for each workspace, and as many for each address. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` give what is left of the closer one; a \`429\` says in \`X-Rate-Limit-Retry-After-Seconds\` (and
\`Retry-After\`) how long to wait. JSON bodies may have 1 MB.

## Pages

Lists that grow are paged: \`data.items\`, \`data.hasMore\` and \`data.nextCursor\`, which is sent back as \`cursor\` with
the same filters. Cursors are opaque. \`limit\` is the size of a page. Lists of settings (pipelines, tags, custom fields,
members) come whole.

Filters that take several values may repeat the parameter (\`status=won&status=lost\`) or separate them by commas; those by
key are written \`customFields[slug]=value\`.

## Sending twice

\`POST\` and \`PUT\` take an \`Idempotency-Key\` of your making. The same request under the same key is done once; repeated
within 24 hours it gets the first answer again, marked \`Idempotent-Replayed: true\`. So a request whose answer was lost can
be sent again without fear. Another request under the same key is a \`409\`.

## Signatures of webhooks

What an automation's webhook action sends is signed with the automation's secret (\`whsec_…\`), which the answer that made
it returns once. \`X-Service-Signature-256: sha256=<hex>\` is the HMAC-SHA-256 of the raw body, the secret's text being the
key. The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of
[Standard Webhooks](https://www.standardwebhooks.com) cover the time as well: check those, compare in constant time, and
refuse what is older than five minutes. A delivery that fails is tried up to five times, under the same \`webhook-id\`.
\`POST /automations/{id}/test\` shows a signed request without sending it.
`.trim();
