import { errors } from '@strapi/utils';

/** How much of what was asked a sentence repeats. */
const MAX_QUOTED = 80;

const quoted = (text: string): string => `"${text.slice(0, MAX_QUOTED)}"`;

/** The request makes no sense: a 400. */
export const malformed = (parameter: string, reason: string) =>
  new errors.ValidationError(`The parameter ${quoted(parameter)} cannot be used: ${reason}`);

/** There is no such attribute: a 400. */
export const unknownField = (parameter: string, field: string) =>
  malformed(parameter, `there is no field ${quoted(field)}.`);

/**
 * The user's role does not reach that far: a 400, as Strapi leaves out what a 403 says. It says what was asked for and
 * nothing of what is there.
 */
export const outOfReach = (parameter: string, field: string) =>
  new errors.ValidationError(
    `The parameter ${quoted(parameter)} reaches ${quoted(field)}, which your role does not let you read everywhere.`,
  );
