import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { subscribe } from '../platform/database/lifecycles';
import { fieldError } from '../platform/field-errors';
import { UIDS } from '../platform/uids';

/** What a website has of its own by its documentId, written one at a time: webhooks, purge targets. */

export type Data = Record<string, unknown>;

/** What Strapi gives of a row that is written. */
export interface WriteEvent<Row> {
  params: { data?: Data; where?: Data };
  result?: { id: number | string };
  state: { before?: Row };
}

interface WebsiteEvent {
  params: { where?: Data };
}

/** Gives an event data of its own, which a rule may change. */
export const copyData = (event: { params: { data?: Data } }): Data => {
  const data = { ...event.params.data };
  event.params.data = data;
  return data;
};

export const websiteExists = async (strapi: Core.Strapi, website: string): Promise<boolean> => {
  const row: { documentId: string } | null = await strapi.db
    .query(UIDS.website)
    .findOne({ where: { documentId: website }, select: ['documentId'] });
  // Compared once more, as MariaDB ignores case.
  return row?.documentId === website;
};

/**
 * @param what such as "A webhook"
 * @returns the website that a new row names
 * @throws ValidationError unless it exists
 */
export const websiteOfNew = async (strapi: Core.Strapi, data: Data, what: string): Promise<string> => {
  const { website } = data;
  if (typeof website !== 'string' || !(await websiteExists(strapi, website))) {
    throw fieldError('website', `${what} belongs to a website: its documentId.`);
  }
  return website;
};

/**
 * @param what such as "A webhook"
 * @throws ValidationError when a change names a website other than the one before
 */
export const refuseAnotherWebsite = (data: Data, before: { website: string }, what: string): void => {
  if ('website' in data && data['website'] !== before.website) {
    throw fieldError('website', `${what} stays with its website. Make another one there.`);
  }
};

/** @param what such as "Webhooks" */
const refuseMany = (what: string) => (): never => {
  throw new errors.ApplicationError(
    `${what} are written one at a time, so that each is checked: use create or update.`,
  );
};

interface Deletion<Row> {
  params: { where?: Data };
  state: { going?: Row[] };
}

/**
 * The events of rows that go, and refusals to write many at a time.
 * @param what such as "Webhooks"
 * @param deleted called behind each row: what another instance writes meanwhile is there by then, and no more follows
 */
export const oneAtATime = <Row>(
  what: string,
  find: (where: Data | undefined) => Promise<Row[]>,
  deleted: (row: Row) => Promise<void>,
) => {
  const beforeDelete = async (event: Deletion<Row>): Promise<void> => {
    event.state = { going: await find(event.params.where) };
  };
  const afterDelete = async ({ state: { going = [] } }: Deletion<Row>): Promise<void> => {
    for (const row of going) await deleted(row);
  };
  return {
    beforeDelete,
    afterDelete,
    beforeDeleteMany: beforeDelete,
    afterDeleteMany: afterDelete,
    beforeCreateMany: refuseMany(what),
    beforeUpdateMany: refuseMany(what),
  };
};

/** Deletes what a website has together with it. */
export const deleteWithWebsites = (strapi: Core.Strapi, uid: string): void => {
  const deleteOfWebsites = async ({ params }: WebsiteEvent): Promise<void> => {
    const going: { documentId: string }[] = await strapi.db
      .query(UIDS.website)
      .findMany({ where: params.where ?? {}, select: ['documentId'] });
    const website = { $in: going.map(({ documentId }) => documentId) };
    if (going.length > 0) await strapi.db.query(uid as never).deleteMany({ where: { website } });
  };
  subscribe(strapi, {
    models: [UIDS.website],
    beforeDelete: deleteOfWebsites,
    beforeDeleteMany: deleteOfWebsites,
  });
};
