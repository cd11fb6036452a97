import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { RedirectType } from '../../../../contracts/delivery';
import { MAX_EARLIER_SLUGS, type EarlierSlugList } from '../../../../contracts/earlier-slugs';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import { checkerFor, requireEntry } from '../../access/editors/rights';
import type { EarlierSlugProblem, EarlierSlugs } from '../../content/earlier-slugs';
import { slugProblem, type SlugKind } from '../../content/rules/slug';
import { fieldError } from '../../platform/field-errors';
import { asObject, optionalTextIn, type Input } from '../../platform/input';
import { UIDS } from '../../platform/uids';

const MAX_LENGTH = 255;

const KINDS = {
  [UIDS.post]: { type: 'post', slug: 'post', noun: 'post' },
  [UIDS.pseoPage]: { type: 'pseo-page', slug: 'page', noun: 'pSEO page' },
} as const satisfies Record<string, { type: RedirectType; slug: SlugKind; noun: string }>;

type Uid = keyof typeof KINDS;

interface Website {
  documentId: string;
}

interface Row {
  slug: string | null;
  publishedAt: unknown;
  website?: Website | null;
  campaign?: { website: Website | null } | null;
}

interface Entry {
  uid: Uid;
  documentId: string;
  /** documentId; null for an entry that is on none. */
  website: string | null;
  mayChange: boolean;
}

const ref = { select: ['id', 'documentId'] };

/** Earlier slugs of an entry, for users who may read it; adding and removing needs the right to change it. */
export const createEarlierSlugsController = (strapi: Core.Strapi, earlierSlugs: EarlierSlugs) => {
  /** @throws ForbiddenError; NotFoundError when there is none, or it is not one of the user's */
  const entryOf = async (ctx: Context): Promise<Entry> => {
    const { model, documentId } = ctx['params'] as { model: string; documentId: string };
    if (model !== UIDS.post && model !== UIDS.pseoPage) {
      throw new errors.NotFoundError('Entries of this type have no earlier slugs.');
    }
    await requireEntry(strapi, ctx, model, documentId);
    const checker = checkerFor(strapi, ctx, model);
    if (checker.cannot.read(undefined, 'slug')) throw new errors.ForbiddenError();
    const rows = (await strapi.db.query(model).findMany({
      where: { documentId },
      populate: {
        ...PERMISSION_POPULATE[model],
        ...(model === UIDS.post ? { website: ref } : { campaign: { populate: { website: ref } } }),
      },
    })) as Row[];
    // Readers look for it where it is live, which may be another website than the draft's.
    const seen = rows.filter((row) => checker.can.read(row));
    const home = seen.find(({ publishedAt }) => Boolean(publishedAt)) ?? seen[0];
    return {
      uid: model,
      documentId,
      website: (home?.website ?? home?.campaign?.website)?.documentId ?? null,
      mayChange: rows.every((row) => checker.can.update(row)) && checker.can.update(undefined, 'slug'),
    };
  };

  const answer = async (ctx: Context, { documentId, website, mayChange }: Entry): Promise<void> => {
    const listed = website === null ? [] : await earlierSlugs.list(documentId, website);
    const data: EarlierSlugList = {
      slugs: listed.map(({ slug, at }) => ({ slug, at: at.toISOString() })),
      mayChange: mayChange && website !== null,
    };
    ctx.body = { data };
  };

  /** @throws ForbiddenError */
  const changeableEntryOf = async (ctx: Context): Promise<Entry & { website: string }> => {
    const entry = await entryOf(ctx);
    if (!entry.mayChange) throw new errors.ForbiddenError();
    const { website } = entry;
    if (website === null)
      throw fieldError('slug', 'The entry is on no website. Choose one and save it first.');
    return { ...entry, website };
  };

  return {
    async list(ctx: Context): Promise<void> {
      await answer(ctx, await entryOf(ctx));
    },

    async add(ctx: Context): Promise<void> {
      const entry = await changeableEntryOf(ctx);
      const { uid, documentId, website } = entry;
      const slug = slugIn(asObject(ctx.request.body ?? {}, 'body'));
      const { type, slug: kind, noun } = KINDS[uid];
      const unfit = slugProblem(kind, slug);
      if (unfit) throw fieldError('slug', unfit);
      const row = { type, website, entry: documentId, slug };
      const problem = (await earlierSlugs.enter([row], MAX_EARLIER_SLUGS)).get(row);
      if (problem) throw fieldError('slug', WORDS[problem](noun, slug));
      await answer(ctx, entry);
    },

    async remove(ctx: Context): Promise<void> {
      const entry = await changeableEntryOf(ctx);
      const { uid, documentId, website } = entry;
      const slug = slugIn(ctx.query as Input);
      const isGone = await earlierSlugs.remove({ type: KINDS[uid].type, website, entry: documentId, slug });
      if (!isGone) throw new errors.NotFoundError('This slug does not lead to the entry any more.');
      await answer(ctx, entry);
    },
  };
};

const WORDS: Record<EarlierSlugProblem, (noun: string, slug: string) => string> = {
  own: (noun, slug) => `"${slug}" is the slug of this ${noun}, live or as a draft.`,
  used: (noun, slug) => `Another ${noun} of the website has the slug "${slug}", live or as a draft.`,
  leadsElsewhere: (noun, slug) =>
    `"${slug}" leads to another ${noun} of the website already. Remove it there first.`,
  tooMany: (noun) =>
    `A ${noun} can be given ${MAX_EARLIER_SLUGS} earlier slugs. Remove one that is not needed.`,
};

const slugIn = (input: Input): string => {
  const slug = optionalTextIn(input, 'slug')?.trim();
  if (!slug) throw fieldError('slug', 'Enter the earlier slug.');
  if (slug.length <= MAX_LENGTH) return slug;
  throw fieldError('slug', `A slug has at most ${MAX_LENGTH} characters.`);
};
