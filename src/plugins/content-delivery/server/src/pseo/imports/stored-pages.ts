import type { Core } from '@strapi/strapi';
import type { Variables } from '../templates/templates';
import type { PageSource } from '../templates/page-texts';
import type { DatabaseDate } from '../../platform/database/values';
import { scopedHash } from '../../platform/scoped-hash';
import type { Yielder } from '../../platform/yielder';
import { UIDS } from '../../platform/uids';

export interface StoredRow extends PageSource {
  id: number;
}

/** A page that is there already. */
export interface StoredPage {
  documentId: string;
  createdAt: DatabaseDate;
  draft: StoredRow;
  live: StoredRow | null;
}

/** Who has a slug. */
export type SlugOwner =
  | { kind: 'page'; page: StoredPage }
  /** Another campaign's page, or one whose live version has the slug while its draft has another one. */
  | { kind: 'other'; message: string };

interface PageRow extends Omit<StoredRow, 'variables'> {
  documentId: string;
  createdAt: DatabaseDate;
  publishedAt: unknown;
  uniqueKey: string | null;
  variables: Variables | null;
  campaign: { id: number; name: string } | null;
}

/** Slugs that are asked for at once, which takes about a millisecond. */
const READ_BATCH_SIZE = 25;

/**
 * Who has these slugs among the pages of a website, by slug. Pages that an import may change are those of its
 * campaign.
 */
export const slugOwners = async (
  strapi: Core.Strapi,
  campaign: Owned,
  slugs: readonly string[],
  yieldTurn: Yielder,
): Promise<Map<string, SlugOwner>> => {
  const owners = new Map<string, SlugOwner>();
  for (let at = 0; at < slugs.length; at += READ_BATCH_SIZE) {
    await addOwners(owners, strapi, campaign, slugs.slice(at, at + READ_BATCH_SIZE));
    await yieldTurn();
  }
  return owners;
};

interface Owned {
  id: number;
  website: { documentId: string };
}

const addOwners = async (
  owners: Map<string, SlugOwner>,
  strapi: Core.Strapi,
  campaign: Owned,
  slugs: readonly string[],
): Promise<void> => {
  const keys = new Map(slugs.map((slug) => [scopedHash(campaign.website.documentId, slug), slug]));
  const taken: { documentId: string }[] = await strapi.db.query(UIDS.pseoPage).findMany({
    where: { uniqueKey: { $in: [...keys.keys()] } },
    select: ['documentId'],
  });
  if (taken.length === 0) return;
  const rows: PageRow[] = await strapi.db.query(UIDS.pseoPage).findMany({
    where: { documentId: { $in: [...new Set(taken.map(({ documentId }) => documentId))] } },
    populate: { campaign: { select: ['id', 'name'] } },
  });
  const documents = new Map<string, PageRow[]>();
  for (const row of rows) documents.set(row.documentId, [...(documents.get(row.documentId) ?? []), row]);

  for (const [documentId, versions] of documents) {
    const draft = versions.find(({ publishedAt }) => !publishedAt);
    const live = versions.find(({ publishedAt }) => publishedAt) ?? null;
    for (const { uniqueKey: key, campaign: owner } of versions) {
      const slug = key === null ? undefined : keys.get(key);
      if (slug === undefined) continue;
      if (owner?.id !== campaign.id) {
        owners.set(slug, {
          kind: 'other',
          message: `The slug "${slug}" belongs to a page of another campaign of this website${owner ? `, "${owner.name}"` : ''}.`,
        });
      } else if (!draft || draft.uniqueKey !== key) {
        owners.set(slug, {
          kind: 'other',
          message: `The slug "${slug}" belongs to the live version of a page whose draft has the slug "${draft?.slug ?? ''}". Publish or discard that draft first.`,
        });
      } else {
        owners.set(slug, {
          kind: 'page',
          page: { documentId, createdAt: draft.createdAt, draft: toRow(draft), live: live && toRow(live) },
        });
      }
    }
  }
};

const toRow = (row: PageRow): StoredRow => ({
  id: row.id,
  slug: row.slug,
  targetSlug: row.targetSlug,
  html: row.html,
  metaTitle: row.metaTitle,
  metaDescription: row.metaDescription,
  variables: row.variables ?? {},
});

/** True when two versions say the same. */
export const isSame = (a: PageSource, b: PageSource): boolean =>
  a.slug === b.slug &&
  sameText(a.targetSlug, b.targetSlug) &&
  sameText(a.html, b.html) &&
  sameText(a.metaTitle, b.metaTitle) &&
  sameText(a.metaDescription, b.metaDescription) &&
  sameVariables(a.variables, b.variables);

/** The admin panel stores an emptied field as an empty text; both mean that there is none. */
const sameText = (a: string | null, b: string | null): boolean => (a || null) === (b || null);

const sameVariables = (a: Variables, b: Variables): boolean => {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
  );
};
