import { isQuoted, refusalOfMarks } from './quotation-marks';
import type { Env, Secret, Variable } from './variables';

/**
 * A text from the environment, without white space around it; the usual one for a variable that is not set or empty, as in a copy of
 * .env.example.
 * @throws Error for quotation marks around it
 */
export const textIn = (env: Env, name: Variable, usual: string): string => {
  const text = env(name, '').trim();
  if (isQuoted(text)) throw refusalOfMarks(env);
  return text || usual;
};

/** One of the installation's own secrets, as it stands; empty where it is not set. */
export const secretIn = (env: Env, name: Secret): string => {
  const secret = env(name, '');
  return secret.trim() === '' ? '' : secret;
};

/** A password for something else, in which white space counts, and an empty one is one. @throws Error for quotation marks around it */
export const passwordIn = (env: Env, name: Variable, usual: string): string => {
  const password = env(name, usual);
  if (isQuoted(password.trim())) throw refusalOfMarks(env);
  return password;
};

/** One of some words. @throws Error that names the variable and the words */
export const choiceIn = <Choice extends string>(
  env: Env,
  name: Variable,
  usual: Choice,
  choices: readonly Choice[],
): Choice => {
  const text = textIn(env, name, usual);
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new Error(`${name} is "${text}"; it must be one of ${choices.join(', ')}.`);
};

/** True or false; the usual one where it is not set. @throws Error for anything else: a slip would turn off what was asked for */
export const flagIn = <Usual extends boolean | undefined>(
  env: Env,
  name: Variable,
  usual: Usual,
): boolean | Usual => {
  const text = textIn(env, name, '');
  if (text === '') return usual;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  throw new Error(`${name} is "${text}"; it must be true or false.`);
};
