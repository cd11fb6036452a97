import { MAX_META_DESCRIPTION } from '../../content/rules/meta-description';
import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { ReplaceQuery, SkipReason } from '../../../../contracts/replacements';
import { lockRevisions, websiteScope } from '../../freshness/revisions';
import { WorkerOverrun } from '../../platform/task-worker';
import { applyEdits, reverseEdits, type Edit } from './edits';
import { changesNothingElse, TEXT_ATTRIBUTES, type TextAttribute } from './find';
import type { PlannedPlace, Planner } from './plan';
import { readRows, versionOf, type PostRow, type PostVersions } from './post-rows';
import type { ReplacedPost, Undo, UndoOfVersion } from './store';
import { writeTexts, type NewTexts } from './write';

/** A post is left as it is. */
export class Skipped extends Error {
  constructor(readonly reason: SkipReason) {
    super(reason);
  }
}

/** Characters that these may have. */
const MAX_LENGTH: Partial<Record<TextAttribute, number>> = {
  title: 255,
  metaTitle: 255,
  metaDescription: MAX_META_DESCRIPTION,
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The versions of a post, under the lock of their websites. @throws Skipped */
const lockedVersions = async (
  strapi: Core.Strapi,
  { post, live: mayChangeLive }: Pick<ReplacedPost, 'post' | 'live'>,
): Promise<PostVersions> => {
  const placesOf = async () =>
    (await readRows(strapi, { documentId: post })).flatMap(({ website }) => website?.documentId ?? []);
  await lockRevisions(strapi, (await placesOf()).map(websiteScope));
  const [draft] = await readRows(strapi, { documentId: post, publishedAt: null });
  const [live] = mayChangeLive
    ? await readRows(strapi, { documentId: post, publishedAt: { $notNull: true } })
    : [];
  if (!draft) throw new Skipped('gone');
  return { draft, live: live ?? null };
};

/** Replaces what was found in a post, and says how to take it back. In the running transaction. @throws Skipped */
export const createChange =
  (strapi: Core.Strapi, plan: Planner) =>
  async (one: ReplacedPost, query: ReplaceQuery, userId: number | null): Promise<Undo> => {
    const versions = await lockedVersions(strapi, one);
    if (versionOf(versions) !== one.version) throw new Skipped('changed');
    const skip = new Set(one.skip);
    const places = (await planned(plan, versions, query)).filter(({ key }) => !skip.has(key));
    if (places.length === 0) throw new Skipped('nothing');

    const texts: NewTexts = { draft: {}, live: {} };
    const undo: Undo = { draft: {}, live: {} };
    const changeVersion = (version: 'draft' | 'live', row: PostRow | null): void => {
      if (!row) return;
      for (const attribute of TEXT_ATTRIBUTES) {
        const edits = places.filter(
          (place) => place.attribute === attribute && (place.version === version || place.version === 'both'),
        );
        if (edits.length === 0) continue;
        const before = row[attribute] ?? '';
        const after = applyEdits(before, edits);
        // All places together were looked at when they were found.
        if (skip.size > 0 && attribute === 'content' && !changesNothingElse(before, edits, query)) {
          throw new Skipped('refused');
        }
        if (after.length > (MAX_LENGTH[attribute] ?? Infinity)) throw new Skipped('too-long');
        texts[version][attribute] = after;
        undo[version][attribute] = { edits: reverseEdits(before, edits), hash: hashOf(after) };
      }
    };
    changeVersion('draft', versions.draft);
    changeVersion('live', versions.live);
    await writeTexts(strapi, versions, texts, userId);
    return undo;
  };

const planned = async (
  plan: Planner,
  versions: PostVersions,
  query: ReplaceQuery,
): Promise<PlannedPlace[]> => {
  try {
    return await plan(versions, query);
  } catch (error) {
    throw error instanceof WorkerOverrun ? new Skipped('too-long') : error;
  }
};

/** Takes a change back, where these texts were not changed since. In the running transaction. @throws Skipped */
export const createTakeBack =
  (strapi: Core.Strapi) =>
  async (one: ReplacedPost, userId: number | null): Promise<void> => {
    if (!one.undo) throw new Skipped('nothing');
    const versions = await lockedVersions(strapi, one);
    const restored = (row: PostRow | null, undo: UndoOfVersion): Partial<Record<TextAttribute, string>> => {
      const texts: Partial<Record<TextAttribute, string>> = {};
      for (const [name, { edits, hash }] of Object.entries(undo) as [
        TextAttribute,
        { edits: Edit[]; hash: string },
      ][]) {
        const text = row?.[name] ?? '';
        if (hashOf(text) !== hash) throw new Skipped('changed');
        texts[name] = applyEdits(text, edits);
      }
      return texts;
    };
    await writeTexts(
      strapi,
      versions,
      { draft: restored(versions.draft, one.undo.draft), live: restored(versions.live, one.undo.live) },
      userId,
    );
  };
