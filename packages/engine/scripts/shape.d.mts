export function generate(schemas: Readonly<Record<string, object>>): string;
