import { statSync } from 'node:fs';
import { isPlaceholder, partsOfSecret, MIN_SECRET_LENGTH } from '../../../src/settings/environment/secrets';
import { SECRETS } from '../../../src/settings/environment/variables';
import { ok, warning, wrong, type Finding } from '../finding';

const ABOUT = 'Secrets';
const REQUIRED = SECRETS.filter((name) => name !== 'JWT_SECRET');
/** Those that may be there, beside the ones that have to be. */
const OPTIONAL = ['JWT_SECRET', 'METRICS_TOKEN', 'DATABASE_PASSWORD'];

/** @param variables of the server's environment */
export const secretFindings = (variables: Readonly<Record<string, string | undefined>>): Finding[] => {
  const findings: Finding[] = [];
  const given = [...REQUIRED, ...OPTIONAL].flatMap((name) =>
    partsOfSecret(name, variables[name] ?? '')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => ({ name, part })),
  );
  const named = (isSo: (part: string, name: string) => boolean): string[] => [
    ...new Set(given.filter(({ name, part }) => isSo(part, name)).map(({ name }) => name)),
  ];

  const missing = REQUIRED.filter((name) => !given.some((one) => one.name === name));
  if (missing.length > 0)
    findings.push(wrong(ABOUT, `Not set: ${missing.join(', ')}. Run npm run secrets, or set them.`));
  const placeholders = named(isPlaceholder);
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
    (part, name) => part.length < MIN_SECRET_LENGTH && name !== 'DATABASE_PASSWORD' && !isPlaceholder(part),
  );
  if (short.length > 0)
    findings.push(warning(ABOUT, `Shorter than ${MIN_SECRET_LENGTH} characters: ${short.join(', ')}.`));
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
  // One of root's is given to the server's group to read: it could not read it otherwise.
  const [forbidden, mode] = found?.uid === 0 ? [0o027, '640'] : [0o077, '600'];
  if (!found?.isFile() || (found.mode & forbidden) === 0) return [];
  return [warning(ABOUT, `Other users of this machine can read ${file}. Run chmod ${mode} on it.`)];
};
