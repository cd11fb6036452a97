import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { JsonLd } from '@/components/JsonLd';
import { DraftNotice } from '@/components/PreviewBar';
import { pageHtml } from '@/lib/article';
import { isMoved, pageBySlug } from '@/lib/content';
import { hasTitle } from '@/lib/html';
import { metadataOf } from '@/lib/metadata';
import { decodeSegment, pagePath } from '@/lib/paths';
import { site } from '@/lib/settings';

interface Props {
  params: Promise<{ slug: string[] }>;
}

/** Made when it is first asked for, and kept: there may be a hundred thousand of them. */
export const generateStaticParams = () => [];

/** The page at this address; one that has moved leads there with a 308. */
const pageFrom = async (params: Props['params']) => {
  const page = await pageBySlug((await params).slug.map(decodeSegment).join('/'));
  if (isMoved(page)) permanentRedirect(pagePath(page.movedTo));
  return page;
};

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const page = await pageFrom(params);
  if (!page) return {};
  const { metaTitle, metaDescription } = page.fields;
  return metadataOf({
    title: metaTitle || site().name,
    isWhole: true,
    description: metaDescription,
    path: pagePath(page.slug),
    isDraft: page.isDraft,
  });
};

/** A pSEO page, at its own slug. Whatever no other route takes comes here too, and is not found. */
const Page = async ({ params }: Props) => {
  const page = await pageFrom(params);
  if (!page) notFound();
  const html = await pageHtml(page);
  const { metaTitle, metaDescription } = page.fields;
  const url = site().url + pagePath(page.slug);

  return (
    <div className="article">
      {page.isDraft && <DraftNotice />}
      {!hasTitle(html) && metaTitle && <h1>{metaTitle}</h1>}
      <div className="prose prose-page" dangerouslySetInnerHTML={{ __html: html }} />
      <JsonLd
        data={{
          '@type': 'WebPage',
          name: metaTitle || undefined,
          description: metaDescription || undefined,
          datePublished: page.createdAt,
          dateModified: page.updatedAt,
          inLanguage: site().language,
          url,
        }}
      />
    </div>
  );
};

export default Page;
