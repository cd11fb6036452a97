import {
  MIGRATION_OPTIONS,
  MIGRATION_USAGE,
  readMigrationOptions,
  type MigrationOptions,
} from '../shared/migration/options';
import { faultOfKey } from '../../client/src/options';
import { parsed, WrongOptions } from '../shared/options';

/** Keeps the key out of the command line, which other users of the machine can read. */
const KEY_VARIABLE = 'SOURCE_API_KEY';

export const USAGE = `Usage: npm run import:api -- --from <address> --website <name>

Reads a website from another server with the same API, and makes it here. Run again, it goes on, and brings in
what is new; what was changed here since stays.

  --from <address>     of the other server: the part before /api/blog
  --api-key <key>      of the website there; better in the environment variable ${KEY_VARIABLE}
  --keep-key           the website gets the same API key here, so that front ends change their address only
  --new-key            the website's key there was changed since the last run
  --campaign-name id=name  what a pSEO campaign is called here; may be repeated
  --concurrency <n>    requests at a time, 1 to 32 (default: 4)
${MIGRATION_USAGE}`;

export interface ImportApiOptions extends MigrationOptions {
  /** As it was given. */
  from: string;
  apiKey: string;
  keepsKey: boolean;
  hasNewKey: boolean;
  /** By the source's id. */
  campaignNames: Map<string, string>;
  concurrency: number;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (
  args: string[],
  environment: Record<string, string | undefined>,
): ImportApiOptions | null => {
  const values = parsed(args, {
    ...MIGRATION_OPTIONS,
    from: { type: 'string' },
    'api-key': { type: 'string' },
    'keep-key': { type: 'boolean', default: false },
    'new-key': { type: 'boolean', default: false },
    'campaign-name': { type: 'string', multiple: true, default: [] as string[] },
    concurrency: { type: 'string', default: '4' },
  });
  if (!values) return null;
  if (!values.from) throw new WrongOptions('Say which server to read: --from.');
  if (!isAddress(values.from)) {
    throw new WrongOptions('--from takes the address of the server, such as https://cms.example.com.');
  }
  const apiKey = values['api-key'] ?? environment[KEY_VARIABLE];
  if (!apiKey) throw new WrongOptions(`Give the API key of the website: --api-key, or ${KEY_VARIABLE}.`);
  const fault = faultOfKey(apiKey);
  if (fault) throw new WrongOptions(`The API key (--api-key, or ${KEY_VARIABLE}) ${fault}: leave that out.`);
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 32) {
    throw new WrongOptions('--concurrency takes a number from 1 to 32.');
  }
  return {
    ...readMigrationOptions(values),
    from: values.from,
    apiKey,
    keepsKey: values['keep-key'],
    hasNewKey: values['new-key'],
    campaignNames: new Map(values['campaign-name'].map(toCampaignName)),
    concurrency,
  };
};

const isAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url) return false;
  const { protocol, username, password, search, hash } = url;
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
};

const toCampaignName = (text: string): [string, string] => {
  const at = text.indexOf('=');
  const name = text.slice(at + 1).trim();
  if (at < 1 || name === '') throw new WrongOptions(`--campaign-name takes id=name, not "${text}".`);
  return [text.slice(0, at), name];
};
