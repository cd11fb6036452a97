import { winston } from '@strapi/logger';

/** Where winston looks which transports a line goes to. */
const LEVEL = Symbol.for('level');

/**
 * What was wrong with a request, as parsers of bodies and the server of files throw it. A status alone says less: errors of
 * services that this server calls have one too, and those are the operator's.
 */
const isCallersFault = ({ status, expose, name }: Error & { status?: unknown; expose?: unknown }): boolean =>
  typeof status === 'number' &&
  status >= 400 &&
  status < 500 &&
  (expose === true || name === 'SyntaxError' || status === 415);

/** The stack after the message, which may have several lines. */
const placeIn = (stack: string, message: string): string => {
  const end = stack.indexOf(`${message}\n`);
  return end === -1 ? '' : stack.slice(end + message.length + 1);
};

/**
 * Strapi logs these as errors with all that they say, so that anybody can set off an alert, and a body that is no JSON is
 * quoted, with a key or a password perhaps. They are logged at `debug`, by name and place only.
 */
export const clientErrors = winston.format((info) => {
  if (!(info instanceof Error) || !isCallersFault(info)) return info;
  const { name, message, stack = '', status } = info as Error & { status?: number };
  return {
    level: 'debug',
    [LEVEL]: 'debug',
    message: `A request was refused: ${status} (${name})`,
    name,
    status,
    stack: placeIn(stack, message),
  };
});
