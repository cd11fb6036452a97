import { inCategory, withTag } from 'content-delivery-client';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound, permanentRedirect } from 'next/navigation';
import { Author } from '@/components/Author';
import { Breadcrumbs } from '@/components/Breadcrumbs';
import { Cover } from '@/components/Cover';
import { JsonLd } from '@/components/JsonLd';
import { PostDates } from '@/components/PostDates';
import { PostList } from '@/components/PostList';
import { DraftNotice } from '@/components/PreviewBar';
import { postHtml } from '@/lib/article';
import { isMoved, visiblePost, visiblePosts, visibleSlugs, type ListedPost } from '@/lib/content';
import { inLanguage } from '@/lib/direction';
import { metadataOf } from '@/lib/metadata';
import { categoryPath, decodeSegment, markdownPath, postPath, tagPath } from '@/lib/paths';
import { site } from '@/lib/settings';

interface Props {
  params: Promise<{ slug: string }>;
}

/** None at the build, which then needs no content server: each page is made when it is first asked for, and kept. */
export const generateStaticParams = () => [];

/** The post at this address; one that has moved leads there with a 308. */
const postFrom = async (params: Props['params']) => {
  const post = await visiblePost(decodeSegment((await params).slug));
  if (isMoved(post)) permanentRedirect(postPath(post.movedTo));
  return post;
};

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const post = await postFrom(params);
  if (!post) return {};
  return metadataOf({
    title: post.metaTitle,
    isWhole: post.metaTitle !== post.title,
    description: post.metaDescription,
    path: postPath(post.slug),
    image: post.featuredImage,
    language: post.lang,
    markdown: markdownPath(post.slug, await visibleSlugs()),
    isDraft: post.isDraft,
    article: {
      publishedTime: post.createdAt,
      modifiedTime: post.updatedAt,
      authors: post.author ? [post.author.name] : undefined,
      section: post.category ?? undefined,
      tags: post.tags,
    },
  });
};

const PostPage = async ({ params }: Props) => {
  const post = await postFrom(params);
  if (!post) notFound();
  const [html, posts] = await Promise.all([postHtml(post), visiblePosts()]);
  const path = postPath(post.slug);
  const related = relatedTo(post, posts);

  return (
    <>
      {post.isDraft && <DraftNotice />}
      <article className="article" {...inLanguage(post.lang)}>
        <Breadcrumbs
          crumbs={[
            { name: 'Articles', path: '/blog' },
            ...(post.category ? [{ name: post.category, path: categoryPath(post.category) }] : []),
            { name: post.title, path },
          ]}
        />
        <header className="article-head">
          <h1>{post.title}</h1>
          {post.metaDescription && <p className="lead">{post.metaDescription}</p>}
          {post.author && <Author author={post.author} />}
          <PostDates post={post} />
        </header>
        {post.featuredImage && (
          <Cover post={post} isDescribed sizes="(min-width: 62rem) 58rem, 94vw" loading="first" />
        )}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        {post.tags.length > 0 && (
          <footer>
            <ul className="choices chips" aria-label="Tags">
              {post.tags.map((tag) => (
                <li key={tag}>
                  <Link href={tagPath(tag)} prefetch={false}>
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          </footer>
        )}
      </article>
      {related.length > 0 && (
        <aside className="related" aria-labelledby="related">
          <h2 id="related">Read next</h2>
          <PostList posts={related} heading="h3" isFirst={false} />
        </aside>
      )}
      <JsonLd
        data={{
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.metaDescription || undefined,
          image: post.featuredImage ?? undefined,
          datePublished: post.createdAt,
          dateModified: post.updatedAt,
          articleSection: post.category ?? undefined,
          keywords: post.tags.length > 0 ? post.tags.join(', ') : undefined,
          inLanguage: post.lang ?? site().language,
          mainEntityOfPage: site().url + path,
          url: site().url + path,
          author: post.author
            ? {
                '@type': 'Person',
                name: post.author.name,
                description: post.author.bio ?? undefined,
                image: post.author.image?.url,
                url: post.author.url ?? undefined,
              }
            : { '@type': 'Organization', name: site().name, url: `${site().url}/blog` },
          publisher: { '@type': 'Organization', name: site().name, url: `${site().url}/blog` },
        }}
      />
    </>
  );
};

/** Up to three posts that share the most with this one: a category counts as two tags. */
const relatedTo = (post: ListedPost, posts: ListedPost[]): ListedPost[] =>
  posts
    .filter(({ slug }) => slug !== post.slug)
    .map((other) => ({
      other,
      shared:
        (post.category !== null && inCategory(other, post.category) ? 2 : 0) +
        post.tags.filter((tag) => withTag(other, tag)).length,
    }))
    .sort((one, two) => two.shared - one.shared)
    .slice(0, 3)
    .map(({ other }) => other);

export default PostPage;
