import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { SlugChange, PageRefusal } from '../../../../../contracts/pseo-pages';
import { createYielder } from '../../../platform/yielder';
import { tablesOf } from '../../../platform/database/tables';
import { keyOwners } from '../key-owners';
import { slugTaken } from '../rule';

/** A page with its target slug, and the key that slugs are compared by; null for no slug. */
export interface SlugRequest extends Pick<SlugChange, 'page' | 'from' | 'to'> {
  key: string | null;
}

/**
 * Which of some pages cannot get their target slug: a slug that another page has, as a draft or live, stays with it,
 * and a slug that several pages would get goes to none of them.
 */
export const refusalsOf = async (
  strapi: Core.Strapi,
  sql: Knex,
  requests: readonly SlugRequest[],
): Promise<PageRefusal[]> => {
  const yieldTurn = createYielder();
  const wanting = new Map<string, number>();
  const keyWantedBy = new Map<string, string | null>();
  for (const { page, key } of requests) {
    await yieldTurn();
    keyWantedBy.set(page, key);
    if (key !== null) wanting.set(key, (wanting.get(key) ?? 0) + 1);
  }
  const owners = await keyOwners(sql, tablesOf(strapi).pages, [...wanting.keys()]);
  const refusals: PageRefusal[] = [];
  for (const { page, from, to, key } of requests) {
    await yieldTurn();
    if (key === null) continue;
    const owner = owners.get(key);
    if (owner?.has(page)) continue;
    const [other] = owner ?? [];
    const isSought = (wanting.get(key) ?? 0) > 1;
    const slug = to.slug ?? '';
    const reason =
      other === undefined
        ? isSought && `Several of these pages would get the slug "${slug}". Each page needs a different one.`
        : keyWantedBy.has(other) && keyWantedBy.get(other) !== key
          ? `Another of these pages has the slug "${slug}" now. Regenerate this one once that page has another slug, also live. Where pages want each other's slugs, first give one of them another slug.`
          : slugTaken(slug).message;
    if (reason) refusals.push({ page, slug: from.slug, reason });
  }
  return refusals;
};
