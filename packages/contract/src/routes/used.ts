/** How the description of a change ends after which the answer tells what uses the thing. */
export const toldWhere = (change: string): string =>
  `Where ${change}, \`warnings\` tell which automations use it (\`used-by-automations\`).`;

/** How the description of a removal ends, which is answered without a body. */
export const namedBy = (kind: string): string => `\`GET /usage/${kind}/{id}\` tells which automations name it.`;
