import type { Core } from '@strapi/strapi';
import {
  judgeQuotedSecrets,
  unreadableKeys,
} from '../../../../src/plugins/content-delivery/server/src/operation/startup/secrets';

/** An installation with so many stored API keys and users of the admin panel. */
const installation = (keys: number, users: number) => {
  const warn = jest.fn();
  const query = (uid: string) => ({ count: async () => (uid === 'admin::user' ? users : keys) });
  return { strapi: { db: { query }, log: { warn } } as unknown as Core.Strapi, warn };
};

describe('secrets with quotation marks around them', () => {
  it('are refused while nothing depends on them', async () => {
    const { strapi, warn } = installation(0, 0);
    await expect(judgeQuotedSecrets(strapi, ['ENCRYPTION_KEY', 'ADMIN_JWT_SECRET'])).rejects.toThrow(
      'ENCRYPTION_KEY and ADMIN_JWT_SECRET have quotation marks around their values, which count as part of them ' +
        '("docker run --env-file" hands them over). Write ENCRYPTION_KEY and ADMIN_JWT_SECRET without: nothing depends on them yet.',
    );
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['keys that were stored with one', 1, 0, ['ENCRYPTION_KEY', 'APP_KEYS']],
    ['people who sign in with one', 0, 1, ['ADMIN_JWT_SECRET']],
  ])('are warned of where there are %s', async (_, keys, users, names) => {
    const { strapi, warn } = installation(keys, users);
    await judgeQuotedSecrets(strapi, names);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/ quotation marks .* so it goes on\./));
    for (const name of names) expect(warn).toHaveBeenCalledWith(expect.stringContaining(name));
  });

  it('are refused where no key was stored with the one that encrypts them', async () => {
    const { strapi } = installation(0, 1);
    await expect(judgeQuotedSecrets(strapi, ['ENCRYPTION_KEY', 'ADMIN_JWT_SECRET'])).rejects.toThrow(
      'Write ENCRYPTION_KEY without: nothing depends on it yet.',
    );
  });

  it('are nothing to speak of where there are none', async () => {
    const { strapi, warn } = installation(0, 0);
    await judgeQuotedSecrets(strapi, []);
    expect(warn).not.toHaveBeenCalled();
  });
});

it('keys that cannot be read may want for the quotation marks alone', () => {
  expect(unreadableKeys(['ENCRYPTION_KEY']).message).toContain('It has quotation marks around it now');
  expect(unreadableKeys(['APP_KEYS']).message).not.toContain('quotation marks');
});
