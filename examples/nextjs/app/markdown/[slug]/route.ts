import { toMarkdown } from 'content-delivery-client/markdown';
import { isMoved, visiblePost, visibleSlugs } from '@/lib/content';
import { safeHtml } from '@/lib/html';
import { decodeSegment, markdownPath, postPath } from '@/lib/paths';
import { site } from '@/lib/settings';
import { notFoundResponse, textResponse } from '@/lib/text-response';

interface Props {
  params: Promise<{ slug: string }>;
}

/** Made when it is first asked for, and kept. */
export const dynamic = 'force-static';
export const generateStaticParams = () => [];

/** An article as Markdown, for people who copy it and agents who read it: `/blog/<slug>.md`, see proxy.ts. */
export const GET = async (_request: Request, { params }: Props): Promise<Response> => {
  const post = await visiblePost(decodeSegment((await params).slug));
  if (isMoved(post)) {
    const path = markdownPath(post.movedTo, await visibleSlugs()) ?? postPath(post.movedTo);
    return new Response(null, { status: 308, headers: { Location: path } });
  }
  if (!post) return notFoundResponse();
  const facts = [
    post.author && `By ${post.author.name}`,
    post.createdAt.slice(0, 10),
    `<${site().url}${postPath(post.slug)}>`,
  ].filter(Boolean);
  const text = `# ${post.title}\n\n${facts.join(', ')}\n\n${toMarkdown(safeHtml(post.content, { highestHeading: 'h2' }))}`;
  return textResponse('text/markdown', text);
};
