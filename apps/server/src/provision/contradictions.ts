import { isStorableJson } from "../platform/database/columns.ts";
import type { Mistake, ProvisionFile, ProvisionWorkspace } from "./file.ts";

const BROKEN_TEXT = "must hold text without NUL characters and half surrogate pairs";

/** What no schema can say: the same name twice, hours that end before they start. */
export function findContradictions({ workspaces }: ProvisionFile): Mistake[] {
  const all = (of: (workspace: ProvisionWorkspace) => Named[]): Named[] =>
    workspaces.flatMap((workspace, index) =>
      of(workspace).map(({ place, name }) => ({ place: `/workspaces/${index}${place}`, name })),
    );
  const slugs = workspaces.map(({ slug }, index) => ({ place: `/workspaces/${index}/slug`, name: slug }));
  return [
    ...repeated(slugs, "this slug is used by an earlier workspace"),
    ...repeated(all(secretsOf), "this secret is used by an earlier key"),
    ...workspaces.flatMap((workspace, index) =>
      ofWorkspace(workspace).map(({ place, message }) => ({ place: `/workspaces/${index}${place}`, message })),
    ),
  ];
}

interface Named {
  place: string;
  name: string;
}

const secretsOf = ({ members = [] }: ProvisionWorkspace): Named[] =>
  members.flatMap(({ keys = [] }, member) =>
    keys.map(({ secret }, key) => ({ place: `/members/${member}/keys/${key}/secret`, name: secret })),
  );

function ofWorkspace({ members = [], channels = [], businessHours }: ProvisionWorkspace): Mistake[] {
  const emails = members.map(({ email }, index) => ({ place: `/members/${index}/email`, name: email.toLowerCase() }));
  const ids = channels.map(({ id }, index) => ({ place: `/channels/${index}/id`, name: id }));
  const defaults = channels.flatMap(({ isDefault }, index) =>
    isDefault === true ? [{ place: `/channels/${index}/isDefault`, name: "default" }] : [],
  );
  return [
    ...repeated(emails, "this e-mail address is used by an earlier member"),
    ...repeated(ids, "this id is used by an earlier channel"),
    ...members.flatMap(({ calendars = [] }, member) =>
      repeated(
        calendars.map(({ url }, index) => ({ place: `/members/${member}/calendars/${index}/url`, name: url })),
        "this address is used by an earlier calendar of the member",
      ),
    ),
    ...channels.flatMap(({ templates = [] }, channel) => {
      const place = (index: number) => `/channels/${channel}/templates/${index}`;
      const names = templates.map(({ name, language }, index) => ({
        place: place(index),
        name: `${name} ${language}`,
      }));
      const broken = templates.flatMap(({ components }, index) =>
        isStorableJson(components) ? [] : [{ place: `${place(index)}/components`, message: BROKEN_TEXT }],
      );
      return [...repeated(names, "this template is in an earlier place, in the same language"), ...broken];
    }),
    ...repeated(defaults, "an earlier channel is the default already"),
    ...(businessHours?.days ?? []).flatMap(({ from, to }, index) =>
      from < to ? [] : [{ place: `/businessHours/days/${index}`, message: '"to" must be later than "from"' }],
    ),
  ];
}

function repeated(named: readonly Named[], message: string): Mistake[] {
  const seen = new Set<string>();
  return named.flatMap(({ place, name }) => {
    if (seen.has(name)) return [{ place, message }];
    seen.add(name);
    return [];
  });
}
