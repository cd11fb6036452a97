import { withTag } from 'content-delivery-client';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TermPage } from '@/components/TermPage';
import { taxonomies, visiblePosts } from '@/lib/content';
import { metadataOf } from '@/lib/metadata';
import { decodeSegment, isNamedBy, tagPath } from '@/lib/paths';

interface Props {
  params: Promise<{ slug: string }>;
}

/** Made when it is first asked for, and kept. */
export const generateStaticParams = () => [];

const nameFrom = async (params: Props['params']): Promise<string | null> => {
  const slug = decodeSegment((await params).slug);
  const { tags } = await taxonomies();
  return tags.find(({ name }) => isNamedBy(name, slug))?.name ?? null;
};

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const name = await nameFrom(params);
  return name === null
    ? {}
    : metadataOf({ title: name, description: `Articles tagged ${name}.`, path: tagPath(name) });
};

const TagPage = async ({ params }: Props) => {
  const name = await nameFrom(params);
  if (name === null) notFound();
  const posts = (await visiblePosts()).filter((post) => withTag(post, name));
  return <TermPage kind="tag" name={name} path={tagPath(name)} posts={posts} />;
};

export default TagPage;
