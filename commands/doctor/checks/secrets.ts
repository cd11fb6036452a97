import { statSync } from 'node:fs';
import { ok, warning, wrong, type Finding } from '../finding';

const ABOUT = 'Secrets';
const REQUIRED = ['APP_KEYS', 'ADMIN_JWT_SECRET', 'API_TOKEN_SALT', 'TRANSFER_TOKEN_SALT', 'ENCRYPTION_KEY'];
/** Those that may be there, beside the ones that have to be. */
const OPTIONAL = ['JWT_SECRET', 'METRICS_TOKEN', 'DATABASE_PASSWORD'];
/** Characters: 12 bytes in base64. */
const SHORTEST = 16;

/** What examples and templates have in the place of a secret. */
const PLACEHOLDER =
  /^(?:.*(?:to-?_?be-?_?modified|change-?_?(?:me|this|it)|replace-?_?(?:me|this)|your[-_ ]|placeholder|example|my-?_?secret|xxxx).*|secret|password|<.*>|\$\{.*\}|…|\.{3}|(.)\1*)$/i;

const partsOf = (name: string, value: string): string[] =>
  name === 'APP_KEYS'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [value.trim()].filter(Boolean);

/** @param variables of the server's environment */
export const secretFindings = (variables: Readonly<Record<string, string | undefined>>): Finding[] => {
  const findings: Finding[] = [];
  const given = [...REQUIRED, ...OPTIONAL].flatMap((name) =>
    partsOf(name, variables[name] ?? '').map((part) => ({ name, part })),
  );
  const named = (isSo: (part: string, name: string) => boolean): string[] => [
    ...new Set(given.filter(({ name, part }) => isSo(part, name)).map(({ name }) => name)),
  ];

  const missing = REQUIRED.filter((name) => !given.some((one) => one.name === name));
  if (missing.length > 0)
    findings.push(wrong(ABOUT, `Not set: ${missing.join(', ')}. Run npm run secrets, or set them.`));
  const placeholders = named((part) => PLACEHOLDER.test(part));
  if (placeholders.length > 0)
    findings.push(
      warning(
        ABOUT,
        `What an example has in the place of a secret: ${placeholders.join(', ')}. Anyone can guess it: make another one.` +
          (placeholders.includes('ENCRYPTION_KEY')
            ? ' ENCRYPTION_KEY alone cannot be changed once it has encrypted API keys.'
            : ''),
      ),
    );
  const short = named(
    (part, name) => part.length < SHORTEST && name !== 'DATABASE_PASSWORD' && !PLACEHOLDER.test(part),
  );
  if (short.length > 0)
    findings.push(warning(ABOUT, `Shorter than ${SHORTEST} characters: ${short.join(', ')}.`));
  const shared = named((part, name) => given.some((other) => other.part === part && other.name !== name));
  if (shared.length > 0)
    findings.push(
      warning(
        ABOUT,
        `The same in several places: ${shared.join(', ')}. Who learns one of them has the others.`,
      ),
    );
  return findings.length > 0 ? findings : [ok(ABOUT, 'all are set, each another one and long enough')];
};

/** @param file `.env` */
export const secretFileFindings = (file: string): Finding[] => {
  if (process.platform === 'win32') return [];
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) === 0) return [];
  return [warning(ABOUT, `Other users of this machine can read ${file}. Run chmod 600 on it.`)];
};
