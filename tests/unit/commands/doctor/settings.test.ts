import { readSettings } from '../../../../commands/doctor/settings';
import { restoresEnvironment } from '../../../support/restored-environment';

restoresEnvironment();

const settingsWith = (variables: Record<string, string>) => {
  for (const name of Object.keys(process.env))
    if (/^(?:DATABASE|S3|DELIVERY|RATE_LIMIT|PUBLIC|PORT)/.test(name))
      Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, variables);
  return readSettings('/srv/cms');
};

it('settings are those of the server', () => {
  const settings = settingsWith({
    DATABASE_URL: 'postgres://user:word@db.example.com/content',
    DELIVERY_CACHE_MB: '64',
    PUBLIC_DIR: 'files',
    S3_BUCKET: 'pictures',
    S3_REGION: 'auto',
  });
  expect(settings).toMatchObject({
    problems: [],
    plugin: { cacheMegabytes: 64, diskMinFreeMegabytes: 100 },
    database: { client: 'postgres', connection: { host: 'db.example.com' } },
    publicDir: '/srv/cms/files',
    bucket: { provider: 'aws-s3' },
    mail: null,
  });
});

it('one part that is refused hides none of the others', () => {
  const settings = settingsWith({
    DATABASE_CLIENT: 'oracle',
    PORT: 'none',
    DELIVERY_CACHE_MB: 'many',
  });
  expect(settings.problems).toEqual([
    expect.stringContaining('PORT'),
    expect.stringContaining('DELIVERY_CACHE_MB'),
    expect.stringContaining('DATABASE_CLIENT'),
  ]);
  expect(settings).toMatchObject({ database: null, plugin: null, publicDir: null });
  expect(settingsWith({ DATABASE_CLIENT: 'oracle' })).toMatchObject({
    database: null,
    publicDir: '/srv/cms/public',
  });
});
