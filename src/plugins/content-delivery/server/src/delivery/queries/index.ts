import type { Core } from '@strapi/strapi';
import { changeQueries } from './changes';
import { exportQueries } from './exports';
import { internalLinkQueries } from './internal-links';
import { postPlaceQueries } from './post-places';
import { postQueries } from './posts';
import { previewQueries } from './previews';
import { pseoPageQueries } from './pseo-pages';
import type { Reader } from '../../platform/database/reader';
import { relatedPostQueries } from './related-posts';
import { redirectQueries } from './redirects';
import { revisionQueries } from './revisions';
import type { DatedSnapshot, Snapshot } from '../../platform/database/statement';
import { tablesOf } from '../../platform/database/tables';
import { taxonomyQueries } from './taxonomies';
import { websiteQueries } from './websites';

/** All statements of the delivery routes, written once. */
const prepare = (strapi: Core.Strapi) => {
  const sql = strapi.db.connection;
  const tables = tablesOf(strapi);
  const ofPages = pseoPageQueries(sql, tables);
  return {
    ...revisionQueries(sql, tables),
    ...websiteQueries(sql, tables),
    ...postQueries(sql, tables),
    ...postPlaceQueries(sql, tables),
    ...relatedPostQueries(sql, tables),
    ...taxonomyQueries(sql, tables),
    ...internalLinkQueries(sql, tables),
    ...ofPages,
    ...exportQueries(sql, tables, ofPages.linksOfCampaign),
    ...previewQueries(sql, tables),
    ...redirectQueries(sql, tables),
    ...changeQueries(sql, tables),
  };
};

type Prepared = ReturnType<typeof prepare>;

/** What can be read of one moment of the database. */
export type DeliverySnapshot = Pick<DatedSnapshot, 'now'> & {
  [Name in keyof Prepared]: Prepared[Name] extends (snapshot: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

type Read = (snapshot: DatedSnapshot, ...rest: unknown[]) => unknown;

/** Gives each snapshot all reads. One is bound where it is asked for, as most snapshots are asked for one or two. */
const bindReads = (queries: Prepared): ((snapshot: Snapshot) => DeliverySnapshot) => {
  class Bound {
    constructor(readonly snapshot: DatedSnapshot) {}

    get now(): Date {
      return this.snapshot.now;
    }
  }
  for (const [name, read] of Object.entries(queries)) {
    Object.defineProperty(Bound.prototype, name, {
      get(this: Bound) {
        return (...rest: unknown[]) => (read as Read)(this.snapshot, ...rest);
      },
    });
  }
  return ({ rows }) => new Bound({ rows, now: new Date() }) as unknown as DeliverySnapshot;
};

/** All that the delivery routes read. */
export const createQueries = (strapi: Core.Strapi, reader: Reader) => {
  const bound = bindReads(prepare(strapi));
  return {
    /** All reads inside `use` see the same moment. @throws an HTTP error 503 */
    snapshot: <Result>(use: (snapshot: DeliverySnapshot) => Promise<Result>): Promise<Result> =>
      reader.snapshot((snapshot) => use(bound(snapshot))),

    /** The same for one statement: on servers of databases, nothing is sent before or after it. @throws an HTTP error 503 */
    single: <Result>(use: (snapshot: DeliverySnapshot) => Promise<Result>): Promise<Result> =>
      reader.single((snapshot) => use(bound(snapshot))),

    /** The same for reads that may take long: the moment stays until it is closed. @throws an HTTP error 503 */
    async session(): Promise<{ snapshot: DeliverySnapshot; close(): Promise<void> }> {
      const { snapshot, close } = await reader.session();
      return { snapshot: bound(snapshot), close };
    },
  };
};

export type Queries = ReturnType<typeof createQueries>;
