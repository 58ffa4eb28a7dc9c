import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Facts } from "../../contract/run.ts";
import { LIQUID_LIMITS } from "../sandbox.ts";

export const MEGABYTE = 1_000_000;
const nested = (depth: number, item: JsonValue): JsonValue =>
  depth === 0 ? item : Array.from({ length: 10 }, () => nested(depth - 1, item));

/** An event in every shape that makes work. */
export const WORST_FACTS: Facts = {
  deal: { name: "Solar kit" },
  event: {
    text: `${"a".repeat(120_000)}b`,
    other: `${"a".repeat(120_000)}b`,
    needle: `b${"a".repeat(60_000)}`,
    accents: "ç".repeat(60_000),
    angles: "<".repeat(60_000),
    spaces: `${" ".repeat(60_000)}x`,
    words: "aB ".repeat(30_000),
    list: Array.from({ length: 10_000 }, (_, index) => `item ${(index * 7919) % 10_000}`),
    objects: Array.from({ length: 5000 }, (_, index) => ({ n: index })),
    nested: nested(4, "x"),
    o: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, index])),
  },
};

export const loop = (body: string) => `{% for i in (1..100000) %}${body}{% endfor %}`;
/** A text as long as one may be. */
export const filled = (part: string) => part.repeat(Math.floor(LIQUID_LIMITS.characters / part.length));
/** A config of 1 MB of one text again and again. */
const crowd = (text: string): JsonObject => ({
  texts: Array.from({ length: Math.floor(MEGABYTE / (text.length + 3)) }, () => text),
});
/** The same, each of them another, so that none was parsed before. */
const others = (text: (index: number) => string): JsonObject => {
  const { length } = text(100_000);
  return { texts: Array.from({ length: Math.floor(MEGABYTE / (length + 3)) }, (_, index) => text(index)) };
};

const FILTERS = (
  "escape escape_once newline_to_br strip_html url_encode url_decode cgi_escape uri_escape slugify downcase upcase " +
  "capitalize squish strip strip_newlines normalize_whitespace number_of_words truncatewords base64_encode sha256 json inspect"
).split(" ");

/** Configs of 1 MB that make as much work as they can, by what they do. */
export const WORST_CONFIGS: readonly [name: string, config: JsonObject][] = [
  ["100,000 tiny objects", { list: Array.from({ length: 100_000 }, () => ({ a: 1 })) }],
  ["80,000 keys", Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1]))],
  ["lists of lists", { lists: Array.from({ length: 50_000 }, () => [[[]]]) }],
  ["20,000 small loops", { text: filled("{%for i in(1..9)%}{%endfor%}") }],
  ["many small loops, each in a text of its own", crowd("{%for i in(1..9)%}x{%endfor%}")],
  ["20,000 small loops, none like another", others((index) => `{%for i in(1..9)%}${index}{%endfor%}`)],
  ["the size of an object, again and again", { text: loop("{{ event.o.size }}") }],
  ["the size of an object in texts of their own", crowd("{{ event.o.size }}")],
  ["loops over an object that stop at once", { text: loop("{% for x in event.o limit:1 %}{% endfor %}") }],
  ["nested lists printed", { text: loop("{{ event.nested }}") }],
  ["nested lists printed in texts of their own", crowd("{{ event.nested }}")],
  ["nested lists joined", { text: loop("{{ event.nested | join: ',' | size }}") }],
  ["nested lists compared", { text: loop("{% if event.nested == event.nested %}{% endif %}") }],
  ["nested lists searched", { text: loop("{% if event.nested contains event.nested %}{% endif %}") }],
  ["a long text that contains a long text", { text: loop("{% if event.text contains event.needle %}{% endif %}") }],
  ["contains in texts of their own", crowd("{%if event.text contains event.needle%}{%endif%}")],
  ["a long text split by a long text", { text: loop("{{ event.text | split: event.needle | size }}") }],
  ["a long text replaced in a long text", { text: loop("{{ event.text | replace: event.needle, 'x' | size }}") }],
  ["a long text searched from its end", { text: loop("{{ event.text | remove_last: event.needle | size }}") }],
  ["long texts compared", { text: loop("{% if event.text == event.other %}{% endif %}") }],
  ["long texts put in order", { text: loop("{% if event.text < event.other %}{% endif %}") }],
  ...FILTERS.flatMap((filter): [string, JsonObject][] =>
    ["text", "accents", "angles", "spaces", "words"].map((text) => [
      `${filter} over ${text}`,
      { text: loop(`{{ event.${text} | ${filter} | size }}`) },
    ]),
  ),
  ...["sort", "sort_natural", "reverse", "uniq", "join", "compact", "json", "array_to_sentence_string"].map(
    (filter): [string, JsonObject] => [`${filter} over a list`, { text: loop(`{{ event.list | ${filter} | size }}`) }],
  ),
  ...[
    'map: "n"',
    'where: "n", "q"',
    'find: "n", "q"',
    'group_by: "n"',
    'sum: "n"',
    'where_exp: "x", "x.n == 1"',
    'where_exp: "x", "true"',
    'find_exp: "x", "false"',
    'sort: "n"',
  ].map((filter): [string, JsonObject] => [
    `${filter} over objects`,
    { text: loop(`{{ event.objects | ${filter} | size }}`) },
  ]),
  [
    "an expression as long as a text",
    { text: loop(`{{ event.objects | where_exp: "x", "${"1 or ".repeat(9000)}1" }}`) },
  ],
  ["dates", { text: loop('{{ "now" | date: "%d/%m" }}') }],
  ["dates of other days", { text: loop('{{ "now" | add_days: i | date: "%d/%m" }}') }],
  ["names of zones", { text: loop(`{{ "now" | date: "${"%Z".repeat(20)}" }}`) }],
  ["names of months", { text: loop(`{{ "now" | date: "${"%B".repeat(20)}" }}`) }],
  ["a format of names alone", { text: `{{ "now" | date: "${"%A".repeat(40_000)}" }}` }],
  ["other zones", { text: loop('{{ "now" | date: "%H", "Asia/Tokyo" }}') }],
  ["dates in texts of their own", crowd('{{"now"|date:"%c"}}')],
  ["amounts", { text: loop('{{ 1 | money: "USD" }}') }],
  [
    "amounts in every currency",
    others((index) => `{{1|money:"${index.toString(36).replaceAll(/\d/g, "A").padStart(3, "Z").slice(-3)}"}}`),
  ],
  ["times told in words", { text: loop("{{ 5 | relative_time }}") }],
  ["turns among many", { text: loop(`{% cycle 1${",1".repeat(20_000)} %}`) }],
  ["branches without end", { text: loop(`{% if false %}${"{% elsif false %}".repeat(4000)}{% endif %}`) }],
  ["cases without end", { text: loop(`{% case 0 %}{% when 1${",1".repeat(30_000)} %}{% endcase %}`) }],
  ["conditions without end", { text: loop(`{% if false${" or false".repeat(8000)} %}{% endif %}`) }],
  ["long literals compared", { text: loop(`{% if "${"a".repeat(40_000)}" == "${"a".repeat(40_000)}" %}{% endif %}`) }],
  ["long pieces of text printed", { text: loop("x".repeat(50_000)) }],
  ["long values printed", { text: loop("{{ event.text }}") }],
  ["long values printed without a filter", { text: loop("{{ event.text | raw }}") }],
  ["a text that doubles", { text: `{% assign s = "ab" %}${loop("{% assign s = s | append: s %}")}` }],
  ["captures of captures", { text: loop("{% capture s %}{{ s }}{{ s }}ab{% endcapture %}") }],
  [
    "names looked for through many blocks",
    { text: `${"{% for i in (1..1) %}".repeat(500)}${loop("{{ x }}")}${"{% endfor %}".repeat(500)}` },
  ],
  ["loops in loops", { text: `${"{% for i in (1..99) %}".repeat(5)}x${"{% endfor %}".repeat(5)}` }],
  ["rows of tables", { text: "{% tablerow i in (1..100000) %}{% endtablerow %}" }],
  ["a huge range", { text: "{% for i in (1..1000000000) %}{% break %}{% endfor %}" }],
  ["ranges that stop at once", { text: loop("{% for x in (1..100000) %}{% break %}{% endfor %}") }],
  ["many outputs", { text: filled("{{a}}") }],
  ["many tags", { text: filled("{%if a%}{%endif%}") }],
  ["many filters", { text: `{{a${"|size".repeat(19_000)}}}` }],
  ["many arguments", { text: `{{a|append:1${",1".repeat(49_000)}}}` }],
  ["many parts of a path", { text: `{{a${".b".repeat(49_000)}}}` }],
  ["many braces", { text: filled("{ ") }],
  ["texts of outputs, none like another", others((index) => filled("{{a}}").slice(0, 5000) + String(index))],
  ["texts that do not parse", crowd("{{ a | }}{% ")],
  ["texts with unknown filters, none like another", others((index) => `{{a|x${index}}}`)],
  ["texts left open", crowd("{{")],
  ["texts too long", crowd(`{{ a }}${"x".repeat(LIQUID_LIMITS.characters)}`)],
  ["blocks nested without end", { text: filled("{% if a %}") }],
  ["brackets nested without end", { text: `{{ ${"a[".repeat(49_000)} }}` }],
  ["texts nested in lists", { texts: nested(4, "{{ event.o.size }}") }],
];
