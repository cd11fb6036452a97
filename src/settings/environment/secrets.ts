import { isQuoted } from './quotation-marks';
import { textIn } from './texts';
import { SECRETS, type Env } from './variables';

/** Characters: 12 bytes in base64. */
export const MIN_SECRET_LENGTH = 16;

/** What templates and manuals have where a secret belongs, without all that is no letter. */
const PLACEHOLDER =
  /^(?:.*(?:tobemodified|(?:change|replace)(?:me|this|it)|placeholder|example|mysecret|x{6}).*|change|replace|(?:my|your|the|some|a)?(?:very|super|random)?(?:secret|password|token|salt|key)(?:key|here|value|string)?|default|test|dummy|todo|none|null|undefined|true|false)$/;
/** What nothing has been put in the place of. */
const UNFILLED = /^(?:\$\{.*\}|\$\w+|\{\{.*\}\}|<.*>|.*your[-_ ].*|…|(.)\1*)$/i;

export const isPlaceholder = (secret: string): boolean =>
  UNFILLED.test(secret.trim()) || PLACEHOLDER.test(secret.toLowerCase().replace(/[^a-z]/g, ''));

const DOCS = 'docs/configuration.md says under "Secrets" what changing it costs.';

/** The secrets of one variable: keys of APP_KEYS are separated by commas. */
export const partsOfSecret = (name: string, value: string): string[] =>
  name === 'APP_KEYS' ? value.split(',') : [value];

/**
 * What is unwise in the secrets of an installation, and works. None of them is repeated.
 * @returns one sentence each, for the log
 */
export const secretWarnings = (env: Env): string[] => {
  const own = SECRETS.flatMap((name) => {
    const value = env(name, '');
    // What quotation marks around it come to is said elsewhere.
    if (value.trim() === '' || isQuoted(value.trim())) return [];
    const parts = partsOfSecret(name, value);
    if (parts.some(isPlaceholder)) return [`${name} is a placeholder, which anybody can guess. ${DOCS}`];
    const said = parts.some((part) => part.trim().length < MIN_SECRET_LENGTH)
      ? [
          `${name} is shorter than ${MIN_SECRET_LENGTH} characters, so that it can be found by trying. ${DOCS}`,
        ]
      : [];
    return value === value.trim() || name === 'JWT_SECRET'
      ? said
      : [...said, `${name} begins or ends with white space, which counts as part of it. ${DOCS}`];
  });
  const password = env('DATABASE_PASSWORD', '');
  return [
    ...own,
    ...(isPlaceholder(textIn(env, 'METRICS_TOKEN', ''))
      ? ['METRICS_TOKEN is a placeholder, which anybody can guess: "openssl rand -hex 24" makes one.']
      : []),
    ...(password === password.trim()
      ? []
      : ['DATABASE_PASSWORD begins or ends with white space, which counts as part of it.']),
  ];
};
