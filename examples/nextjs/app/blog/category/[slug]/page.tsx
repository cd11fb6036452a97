import { inCategory } from 'content-delivery-client';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TermPage } from '@/components/TermPage';
import { taxonomies, visiblePosts } from '@/lib/content';
import { metadataOf } from '@/lib/metadata';
import { categoryPath, decodeSegment, isNamedBy } from '@/lib/paths';

interface Props {
  params: Promise<{ slug: string }>;
}

/** Made when it is first asked for, and kept. */
export const generateStaticParams = () => [];

const nameFrom = async (params: Props['params']): Promise<string | null> => {
  const slug = decodeSegment((await params).slug);
  const { categories } = await taxonomies();
  return categories.find(({ name }) => isNamedBy(name, slug))?.name ?? null;
};

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const name = await nameFrom(params);
  return name === null
    ? {}
    : metadataOf({ title: name, description: `Articles about ${name}.`, path: categoryPath(name) });
};

const CategoryPage = async ({ params }: Props) => {
  const name = await nameFrom(params);
  if (name === null) notFound();
  const posts = (await visiblePosts()).filter((post) => inCategory(post, name));
  return <TermPage kind="category" name={name} path={categoryPath(name)} posts={posts} />;
};

export default CategoryPage;
