import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';

/** Where an editor may work. Numbers are those of rows, as conditions are turned into joins. */
export interface ListedWebsites {
  websites: number[];
  /** Accounts of these websites: their links are seen. */
  accounts: number[];
  /** Accounts all of whose websites the editor is listed on: their links may be changed. */
  wholeAccounts: number[];
}

interface WebsiteRow {
  id: number;
  account: { id: number } | null;
}

/** By the context of the request. */
const perRequest = new WeakMap<object, Map<number, Promise<ListedWebsites>>>();

/** The websites that a user is listed on as an editor, looked up once per request. */
export const createListedWebsites = (strapi: Core.Strapi) => {
  const lookUp = async (userId: number): Promise<ListedWebsites> => {
    const select = { select: ['id'], populate: { account: { select: ['id'] } } };
    const listed: WebsiteRow[] = await strapi.db
      .query(UIDS.website)
      .findMany({ ...select, where: { editors: { id: userId } } });
    const accounts = [...new Set(listed.flatMap((website) => website.account?.id ?? []))];
    const all: WebsiteRow[] = accounts.length
      ? await strapi.db
          .query(UIDS.website)
          .findMany({ ...select, where: { account: { id: { $in: accounts } } } })
      : [];
    const websites = listed.map((website) => website.id);
    const foreign = new Set(
      all.filter((website) => !websites.includes(website.id)).map((website) => website.account?.id),
    );
    return { websites, accounts, wholeAccounts: accounts.filter((account) => !foreign.has(account)) };
  };

  return (userId: number): Promise<ListedWebsites> => {
    const request = strapi.requestContext.get() as object | undefined;
    if (!request) return lookUp(userId);
    const known = perRequest.get(request) ?? new Map<number, Promise<ListedWebsites>>();
    perRequest.set(request, known);
    const listed = known.get(userId) ?? lookUp(userId);
    known.set(userId, listed);
    return listed;
  };
};
