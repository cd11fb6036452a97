import { isIP } from 'node:net';
import { textIn } from './texts';
import type { Env, Variable } from './variables';

const NAME = /^(?!-)[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.?$/u;
/** What is none of these, and no IP address, is a mistyped address and no name. */
const LIKE_AN_IP = /^[\d.]+$/;

/** Whether a text is an IP address or a name alone, without a scheme, a port or a path. */
const isHost = (text: string): boolean => isIP(text) !== 0 || (NAME.test(text) && !LIKE_AN_IP.test(text));

/** The address or name of a machine. @throws Error that names the variable, as a name that cannot be is only called unknown later */
export const hostIn = (env: Env, name: Variable, usual: string): string => {
  const text = textIn(env, name, usual);
  if (isHost(text)) return text;
  throw new Error(
    `${name} is "${text}"; it must be an IP address or a name alone, such as 127.0.0.1 or db.example.com.`,
  );
};
