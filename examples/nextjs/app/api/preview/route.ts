import { redirect } from 'next/navigation';
import { content } from '@/lib/content';
import { pagePath, postPath } from '@/lib/paths';
import { beginPreview, unshowable } from '@/lib/preview';
import { sentenceResponse } from '@/lib/text-response';

/** Where the content server's preview links lead to: `?type={type}&slug={slug}&token={token}`. */
export const GET = async (request: Request): Promise<Response> => {
  const given = new URL(request.url).searchParams;
  const [slug = '', preview = ''] = ['slug', 'token'].map((name) => given.get(name) ?? '');
  const isPage = given.get('type') === 'pseo-page';
  let draft: { slug: string } | null = null;
  try {
    // The content server knows whether the link still works, and what the slug of the draft is.
    if (slug && preview) {
      draft = isPage
        ? await content().pseoPages.get(slug, { preview })
        : await content().posts.get(slug, { preview });
    }
  } catch (error) {
    const why = unshowable(error);
    if (why === null) throw error;
    return sentenceResponse(422, why);
  }
  if (!draft) return sentenceResponse(404, 'This preview link does not work any more. Ask for a new one.');
  await beginPreview(preview);
  redirect(isPage ? pagePath(draft.slug) : postPath(draft.slug));
};
