/*
 * The routes of the API by the text of its contract, typed by hand: method and path below `/api/v1`. The text is no part
 * of this tree, so nothing here can compare them; the first list is all that a search of it finds for a method and a path.
 */

/** What the text names by method and path, in its order. */
const NAMED = [
  "POST /deals",
  "GET /deals",
  "GET /deals/custom-field-values",
  "GET /deals/{seq}",
  "PATCH /deals/{seq}",
  "POST /deals/{seq}/tags",
  "POST /deals/{seq}/notes",
  "POST /deals/{seq}/notes/attachments",
  "GET /deals/{seq}/activities",
  "GET /deals/{seq}/cadence",
  "POST /deals/{seq}/cadence/enroll",
  "POST /deals/{seq}/cadence/tasks/{taskId}/execute",
  "POST /deals/{seq}/cadence/tasks/{taskId}/complete-manual",
  "GET /pipelines",
  "POST /pipelines",
  "GET /pipelines/{seq}",
  "PATCH /pipelines/{seq}",
  "PATCH /pipelines/{seq}/stages/{stageId}",
  "GET /pipelines/{seq}/fields/{field}",
  "GET /pipelines/{seq}/access",
  "PUT /pipelines/loss-reasons",
  "GET /tags",
  "PATCH /tags/{id}",
  "GET /custom-fields",
  "GET /custom-fields/{id}",
  "GET /users",
  "DELETE /contacts/{id}/avatar",
  "POST /conversations/messages",
  "POST /messages",
  "GET /conversations",
  "GET /conversations/{conversationKey}/messages",
  "PATCH /automations/{id}/enabled",
  "DELETE /automations/{id}",
  "GET /automations/{id}/runs",
  "POST /automations/{id}/test",
];

/** What the text says to exist without a path ("calendar, cadence listing and automation create/replace/list/get"): the resource's usual one. */
const SAID_TO_EXIST = [
  "GET /deals/{seq}/tasks",
  "POST /deals/{seq}/tasks",
  "GET /cadences",
  "GET /cadences/{id}/deals",
  "POST /tags",
  "POST /custom-fields",
  "PATCH /custom-fields/{id}",
  "GET /contacts",
  "POST /contacts",
  "GET /contacts/{id}",
  "PATCH /contacts/{id}",
  "GET /companies",
  "POST /companies",
  "GET /companies/{id}",
  "PATCH /companies/{id}",
  "DELETE /companies/{id}",
  "GET /calendar/events",
  "POST /calendar/events",
  "GET /calendar/events/{id}",
  "PATCH /calendar/events/{id}",
  "DELETE /calendar/events/{id}",
  "GET /automations",
  "POST /automations",
  "GET /automations/{id}",
  "PUT /automations/{id}",
];

export const DOCUMENTED_ROUTES: readonly string[] = [...NAMED, ...SAID_TO_EXIST];
