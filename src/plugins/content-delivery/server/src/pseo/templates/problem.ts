export type Variables = Record<string, string>;

/** A template could not be parsed or rendered; the message is for an editor. */
export class TemplateProblem extends Error {}

/** A template takes more time or memory than a page may take; it would for others too. */
export class TemplateLimit extends TemplateProblem {}

/** Variables that a template needs and that were not given. */
export class MissingVariables extends TemplateProblem {
  constructor(readonly names: readonly string[]) {
    super(
      names.length === 1
        ? `The template needs the variable "${names[0]}", which this page does not have.`
        : `The template needs the variables ${names.map((name) => `"${name}"`).join(', ')}, which this page does not have.`,
    );
  }
}
