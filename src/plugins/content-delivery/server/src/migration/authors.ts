import { slugFromName } from '../../../contracts/delivery';
import { newDocumentId } from '../platform/document-ids';
import { websiteScope } from '../freshness/revisions';
import { isBlank } from '../platform/formats';
import { UIDS } from '../platform/uids';
import type { MigrationContext } from './context';
import { asRelation, type Entries } from './entries';
import { versionDigest, versionWithImages, type ImagesWere } from './import-ledger';
import type { Images } from './images';
import type { IncomingAuthor } from './incoming';
import { createTexts, shown } from './texts';
import type { EntryOutcome } from './writer';

const kind = 'author' as const;
const uid = UIDS.author;

/** An e-mail address: a name that people log in with, and not one for readers. */
const ADDRESS = /^([^\s@]+)@[^\s@]+$/;

/** Who has written posts. Their slugs are made of their names here. */
export const createAuthors = async (
  context: MigrationContext,
  entries: Entries,
  images: Pick<Images, 'featured' | 'mode'>,
) => {
  const { strapi, report, ledger, website } = context;
  /** documentIds, by the name as front ends would write it into an address. */
  const byName = new Map<string, string>();
  /** documentIds, by the source's id. */
  const broughtAs = new Map<string, string>();
  const known: { documentId: string; name: string; slug: string | null }[] = await strapi.db
    .query(uid)
    .findMany({
      where: { website: { documentId: website.documentId } },
      select: ['documentId', 'name', 'slug'],
      // Of several with one name, the first.
      orderBy: { id: 'desc' },
    });
  /** documentIds, by slug. */
  const bySlug = new Map<string, string>();
  for (const { documentId, name, slug } of known) {
    byName.set(slugFromName(name), documentId);
    if (slug !== null) bySlug.set(slug, documentId);
  }
  const here = new Set(known.map(({ documentId }) => documentId));

  const nameOf = ({ name: given }: IncomingAuthor): string => {
    const [, user] = ADDRESS.exec(given.trim()) ?? [];
    const texts = createTexts(report, { kind, where: shown(user ?? given) });
    if (user !== undefined) {
      texts.alter(
        'The name is an e-mail address at the source, which readers would see. The part before the @ was taken.',
        'Give the author another name here.',
      );
    }
    return texts.short('name', user ?? given);
  };

  const detailsOf = async ({ details }: IncomingAuthor, where: string) => {
    if (!details) return { data: {}, isWhole: true };
    const { slug, url, bio, image } = details;
    const { file, url: elsewhere, isWhole } = await images.featured(image, where);
    const texts = createTexts(report, { kind, where });
    if (file === null && elsewhere !== null && !context.isDryRun) {
      texts.alter(
        `The picture is at ${shown(elsewhere)}, and authors have pictures of the media library only.`,
        'Upload it here.',
      );
    }
    const data = {
      ...(slug === null ? {} : { slug }),
      url,
      bio: bio === null ? null : texts.storable('text about the author', bio),
      // One that an editor has given stays.
      ...(file === null ? {} : { image: file }),
    };
    return { data, isWhole };
  };

  return {
    async bring(author: IncomingAuthor): Promise<EntryOutcome> {
      const { sourceId, details } = author;
      const versionWith = (were: ImagesWere) =>
        details ? versionWithImages(author.version, were) : versionDigest(author.version);
      const version = versionWith(images.mode);
      const before = await ledger.find(kind, sourceId);
      if (before?.version === version) {
        broughtAs.set(sourceId, before.entry);
        return report.counted(kind, 'unchanged');
      }
      const name = nameOf(author);
      if (isBlank(name)) {
        return entries.leave(
          { kind, where: sourceId },
          'The author has no name.',
          'Nothing, or make it here.',
        );
      }
      const where = shown(name);
      if (before && !(await entries.isUntouched(uid, before))) {
        broughtAs.set(sourceId, before.entry);
        return entries.keepTouched({ kind, uid, where, version, isLive: null }, before);
      }
      const { slug = null } = details ?? {};
      // Where the source tells them apart by slug, two may have one name.
      const same = slug === null ? byName.get(slugFromName(name)) : bySlug.get(slug);
      if (!before && same !== undefined) {
        broughtAs.set(sourceId, same);
        return report.counted(kind, 'unchanged');
      }
      const documentId = before?.entry ?? newDocumentId();
      const now = new Date();
      const { data: own, isWhole } = await detailsOf(author, where);
      const data = {
        name,
        ...own,
        updatedAt: now,
        ...(before ? {} : { website: asRelation(website.documentId), createdAt: now }),
      };
      const scope = websiteScope(website.documentId);
      const stored = versionWith(isWhole || context.isDryRun ? images.mode : 'open');
      const entry = { kind, uid, sourceId, where, version: stored, documentId, scope, data, isLive: null };
      const outcome = await entries.store(entry, before);
      if (outcome === 'made' || outcome === 'updated') {
        byName.set(slugFromName(name), documentId);
        if (slug !== null) bySlug.set(slug, documentId);
        here.add(documentId);
        broughtAs.set(sourceId, documentId);
      }
      return outcome;
    },

    /** The documentId of the author that a post names; null for one that was left out, or deleted here. */
    of(sourceId: string): string | null {
      const documentId = broughtAs.get(sourceId);
      return documentId !== undefined && here.has(documentId) ? documentId : null;
    },
  };
};

export type Authors = Awaited<ReturnType<typeof createAuthors>>;
