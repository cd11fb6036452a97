import { randomBytes } from 'node:crypto';
import { secretWarnings } from '../../../../src/settings/environment/secrets';
import { SECRETS } from '../../../../src/settings/environment/variables';

type Env = Parameters<typeof secretWarnings>[0];

const warningsFor = (variables: Record<string, string>): string[] =>
  secretWarnings(((name: string, usual: string) => variables[name] ?? usual) as unknown as Env);

const made = (): string => randomBytes(32).toString('base64');

describe('the secrets of an installation', () => {
  it('are fine as "npm run secrets" makes them', () => {
    for (let times = 0; times < 200; times += 1) {
      const secrets = Object.fromEntries(SECRETS.map((name) => [name, made()]));
      expect(warningsFor({ ...secrets, APP_KEYS: `${made()},${made()}` })).toEqual([]);
    }
    expect(warningsFor({})).toEqual([]);
  });

  it.each([
    'tobemodified',
    'toBeModified1',
    'to-be-modified',
    'changeme',
    'Change_Me!',
    'replace-this',
    'change-me-please-now',
    'your-own-words',
    'xxxx-xxxx',
    '0000000000000000',
    '…',
    'secret',
    'your-secret-here',
    'MySuperSecretKey',
    'password123',
    'example',
    'undefined',
    '<your secret>',
    '${ADMIN_JWT_SECRET}',
    '$ADMIN_JWT_SECRET',
    '{{ admin_jwt_secret }}',
  ])('are warned of where one is %s, without being repeated', (value) => {
    for (const name of SECRETS) {
      const [warning = '', ...others] = warningsFor({ [name]: value });
      expect(warning).toBe(
        `${name} is a placeholder, which anybody can guess. docs/configuration.md says under "Secrets" what changing it costs.`,
      );
      expect(others).toEqual([]);
    }
    expect(warningsFor({ METRICS_TOKEN: value })).toHaveLength(1);
  });

  it('are warned of where one of APP_KEYS is a placeholder', () => {
    expect(warningsFor({ APP_KEYS: `${made()},toBeModified2` })).toEqual([
      expect.stringContaining('APP_KEYS is a placeholder'),
    ]);
  });

  it('are warned of where they are short, or have white space around them', () => {
    expect(warningsFor({ API_TOKEN_SALT: 'n0tThatLong' })).toEqual([
      expect.stringContaining('API_TOKEN_SALT is shorter than 16 characters'),
    ]);
    expect(warningsFor({ ENCRYPTION_KEY: `${made()}\r` })).toEqual([
      expect.stringContaining('ENCRYPTION_KEY begins or ends with white space'),
    ]);
    expect(warningsFor({ DATABASE_PASSWORD: 'secret ' })).toEqual([
      'DATABASE_PASSWORD begins or ends with white space, which counts as part of it.',
    ]);
  });
});
