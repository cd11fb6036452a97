import type { Metadata, Viewport } from 'next';
import { draftMode } from 'next/headers';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { PreviewBar } from '@/components/PreviewBar';
import { inLanguage } from '@/lib/direction';
import { site } from '@/lib/settings';
import '@/styles/index.css';

export const generateMetadata = (): Metadata => {
  const { name, description, url } = site();
  return {
    metadataBase: new URL(url),
    title: { default: name, template: `%s | ${name}` },
    description: description || undefined,
    alternates: { types: { 'application/rss+xml': [{ url: '/feed.xml', title: name }] } },
    openGraph: { siteName: name, type: 'website' },
    twitter: { card: 'summary_large_image' },
  };
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf9f6' },
    { media: '(prefers-color-scheme: dark)', color: '#161412' },
  ],
};

const Layout = async ({ children }: { children: ReactNode }) => {
  const { name, language } = site();
  const { isEnabled: isPreview } = await draftMode();
  return (
    <html {...inLanguage(language)}>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <header className="site-head">
          <Link className="brand" href="/blog" prefetch={false}>
            {name}
          </Link>
          <nav aria-label="Site">
            <Link href="/blog" prefetch={false}>
              Articles
            </Link>
            <a href="/feed.xml">RSS</a>
          </nav>
        </header>
        {isPreview && <PreviewBar />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="site-foot">
          <p>{name}</p>
          <nav aria-label="Footer">
            <a href="/feed.xml">RSS</a>
            <a href="/sitemap.xml">Sitemap</a>
          </nav>
        </footer>
      </body>
    </html>
  );
};

export default Layout;
