declare module "asl-validator" {
  const validate: (definition: object) => { isValid: boolean };
  export = validate;
}
declare module "@wmfs/statelint" {
  export class StateLint {
    validate(definition: object): unknown[];
  }
}
declare module "bpmn-moddle" {
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: object; warnings: unknown[] }>;
  }
}
declare module "bpmnlint" {
  export class Linter {
    constructor(options: { config: object; resolver: object });
    lint(root: object): Promise<Record<string, { category: string }[]>>;
  }
}
declare module "bpmnlint/lib/resolver/node-resolver.js" {
  const Resolver: new () => object;
  export = Resolver;
}
