import { listed } from '../../plugins/content-delivery/server/src/platform/listed';
import { quotedFault } from '../../plugins/content-delivery/server/src/platform/quoted-values';
import { HIDDEN, PLAIN, SECRETS, type Env, type Secret, type Variable } from './variables';

/** Those of shells and .env files, and what word processors make of them. */
const MARKS = '"\'`“”„‟‘’‚‛«»';

/** Whether a value has quotation marks around it. */
export const isQuoted = (value: string): boolean =>
  value.length > 1 && MARKS.includes(value.charAt(0)) && MARKS.includes(value.slice(-1));

/** Whether one is at either end. */
export const hasOuterMark = (value: string): boolean =>
  value !== '' && (MARKS.includes(value.charAt(0)) || MARKS.includes(value.slice(-1)));

/** The value without what surrounds it. */
export const withoutMarks = (value: string): string => {
  const begin = MARKS.includes(value.charAt(0)) ? 1 : 0;
  const end = value.length > 1 && MARKS.includes(value.slice(-1)) ? -1 : undefined;
  return value.slice(begin, end).trim();
};

const valueIn = (env: Env, name: Variable | Secret): string => env(name, '').trim();

/** An address without the user and password that may be in it. */
const withoutUser = (value: string): string => value.replace(/:\/\/[^/\s]*@/, '://…@');

/**
 * The refusal of quotation marks around values. They reach this process where nobody takes them away, and would be taken for a part of a
 * header, a token or a name. All of an environment are named at once, as all come from the same file.
 */
export const refusalOfMarks = (env: Env): Error => {
  const quoted = PLAIN.filter((name) => isQuoted(valueIn(env, name)));
  const hidden: readonly string[] = HIDDEN;
  const shown = quoted.filter((name) => !hidden.includes(name));
  const rest = quoted.filter((name) => hidden.includes(name));
  const meant = [
    ...shown.map((name) => `${name}=${withoutUser(withoutMarks(valueIn(env, name)))}`),
    ...(rest.length > 0 ? [`${listed(rest)} without them`] : []),
  ];
  const escape = quoted.some((name) => /^DATABASE_(NAME|USERNAME|PASSWORD)$/.test(name))
    ? ' Where they do belong to a name or password of the database, use DATABASE_URL, in which they are written as %22 and %27.'
    : '';
  return new Error(`${quotedFault(quoted)}. Write ${meant.join('; ')}.${escape}`);
};

/** The installation's own secrets that have quotation marks around them. */
export const quotedSecrets = (env: Env): Secret[] => SECRETS.filter((name) => isQuoted(valueIn(env, name)));
