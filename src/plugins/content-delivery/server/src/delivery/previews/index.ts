import createError from 'http-errors';
import type { Post, PseoPage } from '../../../../contracts/delivery';
import type { PreviewType } from '../../../../contracts/previews';
import { slugTagOf, type PreviewGrant, type PreviewTokens } from '../../content/previews/token';
import { TemplateProblem, type Templates } from '../../pseo/templates/templates';
import type { EntriesQuery } from '../answers/delivery-query';
import { preparePost } from '../answers/build';
import { unknownSlug } from '../answers/unknown-slug';
import type { Caller } from '../authentication/websites';
import type { DeliverySnapshot, Queries } from '../queries';
import type { Website } from '../queries/websites';
import { needsOf } from '../serializers/post';
import { toPseoPage } from '../serializers/pseo-page';

interface Parts {
  queries: Queries;
  tokens: PreviewTokens;
  templates: Templates;
  publicUrl: string;
}

/** What a grant shows, to be made when all is read; and under which slugs it may be asked for. */
interface Draft {
  slugs: readonly (string | null)[];
  make(): Post | Promise<PseoPage>;
}

const TYPES = { blog: 'post', 'pseo-pages': 'pseo-page' } as const satisfies Record<
  EntriesQuery['route'],
  PreviewType
>;

/**
 * Answers a request that has a preview token with the draft that it opens, read from the database each time. The token alone decides
 * which one; the slug only has to be one that leads there.
 */
export const createPreviews = ({ queries, tokens, templates, publicUrl }: Parts) => {
  const draftIn = async (
    snapshot: DeliverySnapshot,
    website: Website,
    { entry }: PreviewGrant,
    query: EntriesQuery,
  ): Promise<Draft | null> => {
    if (query.route === 'blog') {
      const { include = [] } = query;
      const draft = await snapshot.draftPost(website, entry, needsOf(include));
      if (!draft) return null;
      const { post, liveSlug } = draft;
      return {
        slugs: [post.slug, liveSlug],
        make: await preparePost(post, website, snapshot, include, publicUrl),
      };
    }
    const draft = await snapshot.draftPage(website, entry);
    if (!draft) return null;
    const { page, liveSlug } = draft;
    const isOfCampaign = query.campaignId === undefined || query.campaignId === page.campaignId;
    return isOfCampaign ? { slugs: [page.slug, liveSlug], make: () => toPseoPage(page, templates) } : null;
  };

  /** @returns null for a token that opens nothing here */
  const openedBy = async (
    query: EntriesQuery,
    grant: PreviewGrant,
    caller: Caller,
  ): Promise<Draft | null> => {
    const isHere = grant.website === caller.website.documentId && grant.type === TYPES[query.route];
    if (!isHere) return null;
    return queries.snapshot(async (snapshot) => {
      if (snapshot.now.getTime() >= grant.end) return null;
      if ((await snapshot.previewSeries(grant.entry)) !== grant.series) return null;
      const website = await snapshot.websiteById(caller.website.id);
      const draft = website && (await draftIn(snapshot, website, grant, query));
      if (!draft) return null;
      const slug = query.slug ?? '';
      if (draft.slugs.includes(slug) || slugTagOf(slug) === grant.slugTag) return draft;
      return (await snapshot.earlierOwner(website, grant.type, slug)) === grant.entry ? draft : null;
    });
  };

  /** @throws NotFoundError; an HTTP error 422 for a draft that cannot be shown, or 503 */
  return async (query: EntriesQuery, token: string, caller: Caller): Promise<Buffer> => {
    const grant = tokens.read(token);
    const draft = grant && (await openedBy(query, grant, caller));
    if (!draft) throw unknownSlug(query.route);
    try {
      return Buffer.from(JSON.stringify(await draft.make()));
    } catch (error) {
      if (!(error instanceof TemplateProblem)) throw error;
      // Written for the editor, who is the one that looks at it.
      throw createError(422, `This draft cannot be shown. ${error.message}`, { details: {} });
    }
  };
};

export type Previews = ReturnType<typeof createPreviews>;
