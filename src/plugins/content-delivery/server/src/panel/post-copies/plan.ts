import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Checker } from '../../access/editors/checker';
import { filesNamedIn } from '../../access/editors/files/file-names';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import { firstFreeSlug, slugFromTitle } from '../../content/rules/free-slug';
import { fitSlug } from '../../content/rules/slug';
import { slugsTakenFrom } from '../../content/rules/taken-slugs';
import { contentAttributes, readSnapshots, type Values } from '../../content/snapshots';
import type { Ref } from '../../platform/database/rows';
import { isBlank } from '../../platform/formats';
import { FILE_UID, UIDS } from '../../platform/uids';
import { planTerms, TERM_FIELDS, type NewEntry, type PlannedTerm, type TermField } from './terms';
import { attributesOf } from '../../platform/attributes';

/** What the signed-in user may do with the types that a copy touches. */
export interface CopyRights {
  user: { id: number };
  post: Checker;
  category: Checker;
  tags: Checker;
  author: Checker;
}

interface StoredFile {
  id: number;
  /** Null for one that the content does not name. */
  documentId: string;
  name: string;
}

export interface PlannedCopy {
  slug: string | null;
  terms: PlannedTerm[];
  files: StoredFile[];
  leftOut: string[];
  /** All other attributes, as the document service takes them. */
  data: Record<string, unknown>;
}

/** A copy is of now: it has no dates of its own yet. The slug and the terms are looked at one by one. */
const NOT_COPIED = new Set(['slug', 'publishDate', 'scheduleDate', ...Object.keys(TERM_FIELDS)]);

type MediaValue = { id: number } | readonly { id: number }[] | null;

const mediaIds = (value: MediaValue): number[] => [value ?? []].flat().map(({ id }) => id);

/**
 * What a copy of a post's draft on another website consists of.
 * @returns null when the draft is gone
 * @throws ForbiddenError when the user's role may not make such a post
 */
export const planCopy = async (
  strapi: Core.Strapi,
  documentId: string,
  website: Ref,
  rights: CopyRights,
): Promise<PlannedCopy | null> => {
  const [source] = await readSnapshots(
    strapi,
    UIDS.post,
    { documentId, publishedAt: null },
    PERMISSION_POPULATE[UIDS.post] as Record<string, unknown>,
  );
  if (!source) return null;
  const { row, values } = source;
  const newEntry: NewEntry = { website: { id: website.id }, createdBy: rights.user };
  const isCopied = (name: string): boolean =>
    rights.post.can.read(row, name) && rights.post.can.create(newEntry, name);
  if (!isCopied('title') || !isCopied('website')) throw new errors.ForbiddenError();

  const data: Record<string, unknown> = {};
  const leftOut: string[] = [];
  const media: number[] = [];
  for (const [name, { type, target }] of contentAttributes(strapi, UIDS.post)) {
    const value = values[name] ?? null;
    if (NOT_COPIED.has(name) || value === null || (Array.isArray(value) && value.length === 0)) continue;
    // What belongs to a website stays there, but for terms.
    if (!isCopied(name) || (type === 'relation' && belongsToWebsite(strapi, target ?? ''))) {
      leftOut.push(name);
      continue;
    }
    if (type === 'media') media.push(...mediaIds(value as MediaValue));
    data[name] = type === 'relation' || type === 'media' ? idsOf(value as Reference | Reference[]) : value;
  }

  const terms: PlannedTerm[] = [];
  for (const field of Object.keys(TERM_FIELDS) as TermField[]) {
    const given = [(values[field] ?? []) as Reference | Reference[]]
      .flat()
      .map((one) => one.documentId ?? '');
    if (given.length === 0) continue;
    const planned = isCopied(field)
      ? await planTerms(strapi, rights[field], field, given, website, newEntry)
      : [];
    terms.push(...planned);
    if (planned.length < given.length) leftOut.push(field);
  }

  return {
    slug: await freeSlugFor(strapi, website, values),
    terms,
    files: await filesOf(strapi, media, data),
    leftOut,
    data,
  };
};

type Reference = { documentId?: string; id?: number };

const idsOf = (value: Reference | readonly Reference[]): unknown => {
  const idOf = ({ documentId, id }: Reference) => (documentId === undefined ? id : { documentId });
  return Array.isArray(value) ? (value as Reference[]).map(idOf) : idOf(value as Reference);
};

const belongsToWebsite = (strapi: Core.Strapi, uid: string): boolean =>
  'website' in attributesOf(strapi, uid);

/** Right only while the website's lock is held; before, it is a hint. */
const freeSlugFor = async (
  strapi: Core.Strapi,
  website: Ref,
  { slug, title }: Values,
): Promise<string | null> => {
  const known = typeof slug === 'string' && !isBlank(slug) ? fitSlug('post', slug) : '';
  const wanted = known || (typeof title === 'string' && !isBlank(title) ? slugFromTitle(title) : '');
  if (wanted === '') return null;
  return firstFreeSlug(wanted, slugsTakenFrom(strapi, UIDS.post, website, { id: 0, documentId: '' }));
};

/** The files that the copy shows, each once: its images, and those in its texts. */
const filesOf = async (
  strapi: Core.Strapi,
  media: readonly number[],
  data: Record<string, unknown>,
): Promise<StoredFile[]> => {
  const shown: StoredFile[] = await strapi.db
    .query(FILE_UID)
    .findMany({ where: { id: { $in: [...media] } }, select: ['id', 'documentId', 'name'] });
  const texts = Object.values(data).filter((value) => typeof value === 'string');
  const named = await filesNamedIn(strapi, texts.join('\n'));
  return [...new Map([...shown, ...named].map((file) => [file.id, file])).values()];
};
