import type { Core } from '@strapi/strapi';

type Env = Core.Config.Shared.ConfigParams['env'];

/** A whole number from the environment. @throws Error that names the variable and what it may be */
export const wholeNumber = (
  env: Env,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
): number => {
  const text = env(name, '').trim();
  const value = text === '' ? fallback : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`);
};
