import { DELIVERY_PATHS } from '../../src/plugins/content-delivery/contracts/delivery';
import { createKeySecrets } from '../../src/plugins/content-delivery/server/src/content/api-keys/secrets';
import { tablesOf } from '../../src/plugins/content-delivery/server/src/platform/database/tables';
import type { WireAnswer } from './connections';
import { watchChangeLog } from './purged';
import type { TestServer } from './strapi';
import { expectPurged, type Expected } from './warmed';

/** Types of rows that say of a route that its answers have changed. */
const TYPES_OF: Record<string, readonly string[]> = {
  [DELIVERY_PATHS.blog]: ['post', 'taxonomies', 'authors', 'website'],
  [DELIVERY_PATHS.internalLinks]: ['internal-links', 'website'],
  [DELIVERY_PATHS.pseoPages]: ['pseo-page', 'campaign', 'website'],
  [DELIVERY_PATHS.taxonomies]: ['taxonomies', 'website'],
  [DELIVERY_PATHS.website]: ['website'],
};

interface Logged {
  /** What was counted: scopes, without those of websites that are gone. */
  raised: string[];
  /** Types of new rows of the change log, by website. */
  types: Map<string, string[]>;
}

/** Makes a change. @returns which revisions it raised, and which rows of the change log it wrote */
export const loggedBy = async (
  { strapi }: Pick<TestServer, 'strapi'>,
  change: () => Promise<unknown>,
): Promise<Logged> => {
  const sql = strapi.db.connection;
  const { revisions, websites } = tablesOf(strapi);
  const present = async (): Promise<Map<string, number>> => {
    const rows: { scope: string; revision: number }[] = await sql(revisions).select('scope', 'revision');
    return new Map(rows.map(({ scope, revision }) => [scope, revision]));
  };
  const before = await present();
  const logged = await watchChangeLog(strapi);
  await change();
  const there = new Set<string>(await sql(websites).pluck('document_id'));
  const isGone = (scope: string): boolean =>
    scope.startsWith('website:') && !there.has(scope.slice('website:'.length));
  const raised = [...(await present())].flatMap(([scope, revision]) =>
    before.get(scope) === revision || isGone(scope) ? [] : [scope],
  );
  const types = new Map<string, string[]>();
  for (const { website, type } of await logged())
    if (there.has(website)) types.set(website, [...(types.get(website) ?? []), type]);
  return { raised, types };
};

/**
 * Makes a change, and expects that the websites whose revision it raises are those of which the change log has rows, and that these
 * rows say of each of these addresses that its answer has changed.
 */
const expectLogged = async (
  server: Pick<TestServer, 'strapi'>,
  change: () => Promise<unknown>,
  changed: readonly string[],
): Promise<void> => {
  const { strapi } = server;
  const { raised, types } = await loggedBy(server, change);
  expect(raised.filter((scope) => scope.startsWith('website:')).sort()).toEqual(
    [...types.keys()].map((website) => `website:${website}`).sort(),
  );
  const { apiKeys, websites } = tablesOf(strapi);
  const { hash } = createKeySecrets(strapi);
  for (const target of changed) {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const key: { website: string } | undefined = await strapi.db
      .connection(apiKeys)
      .whereIn('website', strapi.db.connection(websites).select('document_id'))
      .where({ hash: hash(searchParams.get('apiKey') ?? '') })
      .first('website');
    // Its website is gone, or has another key, of which a row says nothing to whoever has this one.
    if (!key) continue;
    const own = types.get(key.website) ?? [];
    expect({ target, own, isNamed: own.some((type) => TYPES_OF[pathname]?.includes(type)) }).toEqual({
      target,
      own,
      isNamed: true,
    });
  }
};

/**
 * Makes a change, and expects that whoever keeps answers is told: by the change log of the addresses where something else is seen
 * after it, and by purges of the answers that they had before.
 * @param warmed what the addresses answered before
 */
export const expectTold = async (
  server: Pick<TestServer, 'strapi'>,
  change: () => Promise<unknown>,
  seen: readonly (readonly [target: string, before: Expected, after: Expected])[],
  warmed: readonly WireAnswer[],
): Promise<void> => {
  const changed = seen.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is));
  await expectLogged(
    server,
    () => expectPurged(server, change, warmed),
    changed.map(([target]) => target),
  );
};

/** Makes a change of drafts alone, and expects that it raises nothing and writes no row. */
export const expectUnlogged = async (
  server: Pick<TestServer, 'strapi'>,
  change: () => Promise<unknown>,
): Promise<void> => {
  const { raised, types } = await loggedBy(server, change);
  expect({ raised, rows: [...types] }).toEqual({ raised: [], rows: [] });
};
