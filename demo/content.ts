import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The shapes of the files in demo/content. */
export interface DemoWebsite {
  name: string;
  url: string;
  kind: 'nextjs' | 'rest-api';
  /** By BCP 47. */
  language: string;
  description: string;
  scheduledPosts: 'include' | 'withhold';
  categories: string[];
  tags: string[];
  /** Who has written all posts. */
  author: { name: string; bio: string };
}

export interface DemoPost {
  title: string;
  slug: string;
  /** Where it is not the website's. */
  language?: string;
  category: string | null;
  tags: string[];
  image: { file: string; alt: string } | null;
  featuredImageUrl: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  state: 'published' | 'draft';
  /** Days before the demo is first started. */
  daysAgo: number;
  /** Days after it; null when not scheduled. */
  scheduleInDays: number | null;
}

export interface DemoCampaign {
  name: string;
  slugTemplate: string;
  targetSlugTemplate: string;
  metaTitleTemplate: string;
  metaDescriptionTemplate: string;
  internalLinks: { keyword: string; anchor: string; url: string; internal: boolean; nofollow: boolean }[];
}

export interface DemoPage {
  variables: Record<string, string>;
}

export interface DemoAccount {
  internalLinks: { keyword: string; url: string }[];
}

const readJson = <Shape>(...parts: string[]): Shape =>
  JSON.parse(readFileSync(path.join(...parts), 'utf8')) as Shape;

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name));

/** @param folder demo/content */
export const readDemoContent = (folder: string) => ({
  account: readJson<DemoAccount>(folder, 'account.json'),
  websites: foldersOf(folder).map((site) => ({
    website: readJson<DemoWebsite>(site, 'website.json'),
    imagePath: (file: string) => path.join(site, 'images', file),
    posts: readdirSync(path.join(site, 'posts'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        ...readJson<DemoPost>(site, 'posts', file),
        content: readFileSync(path.join(site, 'posts', file.replace(/json$/, 'html')), 'utf8').trim(),
      })),
    campaigns: readdirSync(site).includes('campaigns')
      ? foldersOf(path.join(site, 'campaigns')).map((campaign) => ({
          ...readJson<DemoCampaign>(campaign, 'campaign.json'),
          htmlTemplate: readFileSync(path.join(campaign, 'html-template.liquid'), 'utf8').trim(),
          pages: readJson<DemoPage[]>(campaign, 'pages.json'),
        }))
      : [],
  })),
});

export type DemoContent = ReturnType<typeof readDemoContent>;
export type DemoSite = DemoContent['websites'][number];
