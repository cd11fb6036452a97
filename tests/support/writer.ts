import type { Core } from '@strapi/strapi';
import type * as MovingIn from '../../src/plugins/content-delivery/server/src/migration';
import { serviceOf } from './services';
import { unique } from '../fixtures/content';
import { requireBuilt } from './built';
import { withServer } from './with-server';

export type OpenOptions = Omit<Partial<MovingIn.WriterOptions>, 'website'> & {
  website?: Partial<MovingIn.WriterOptions['website']>;
};

/** A run of a command that brings content in, without the command: what comes is handed in by the test. */
export const openWriterOn = async (strapi: Core.Strapi, { website, ...more }: OpenOptions = {}) => {
  // It must be of one world with the Strapi that it writes through.
  const { createReport } = requireBuilt<typeof MovingIn>('migration');
  const report = createReport();
  const writer = await serviceOf(strapi, 'migration').open(
    {
      website: {
        name: unique('moved'),
        url: null,
        kind: 'nextjs',
        account: null,
        apiKey: null,
        id: null,
        mayHaveContent: false,
        ...website,
      },
      source: 'test',
      images: { mode: 'leave', base: 'https://cms.example.com', hosts: [] },
      isDryRun: false,
      ...more,
    },
    report,
  );
  return {
    writer,
    report: report.report,
    /** What a person reads: `altered: post a: It was changed …`. */
    lines: (): string[] =>
      report.report.lines.map(({ loss, kind, where, what }) => `${loss}: ${kind} ${where}: ${what}`),
    isComplete: report.isComplete,
  };
};

/** `withServer`, with runs that bring content into websites by name, and what is in these then. */
export const withWriter = () => {
  const serving = withServer();
  const { server, api } = serving;
  return {
    ...serving,
    /** A website of this name gets the API key `key of <name>`. */
    open: (name: string, more: OpenOptions = {}) =>
      openWriterOn(server.strapi, { ...more, website: { name, apiKey: `key of ${name}`, ...more.website } }),
    /** Of the live posts of a website. */
    slugsOf: async (name: string) =>
      ((await api.blog(`key of ${name}`)).body as { slug: string }[]).map(({ slug }) => slug),
    /** The documentId of an entry; empty when there is none. */
    find: async (uid: string, where: object) => {
      const row = (await server.strapi.db.query(uid).findOne({ where })) as { documentId: string } | null;
      return row?.documentId ?? '';
    },
    countOf: (uid: string, website: string, more: object = {}) =>
      server.strapi.db.query(uid).count({ where: { website: { name: website }, ...more } }),
  };
};

export const incomingPost = (
  slug: string,
  more: Partial<MovingIn.IncomingPost> = {},
): MovingIn.IncomingPost => ({
  sourceId: slug,
  version: '1',
  id: null,
  title: `Title of ${slug}`,
  slug,
  status: 'published',
  content: `<p>${slug}</p>`,
  category: null,
  tags: [],
  featuredImage: null,
  metaTitle: null,
  metaDescription: null,
  createdAt: new Date('2024-01-01T00:00:00.001Z'),
  updatedAt: new Date('2024-02-02T02:02:02.002Z'),
  scheduleDate: null,
  ...more,
});

export const incomingPage = (
  slug: string,
  more: Partial<MovingIn.IncomingPage> = {},
): MovingIn.IncomingPage => ({
  sourceId: slug,
  version: '1',
  id: null,
  campaign: 'c',
  slug,
  targetSlug: null,
  variables: {},
  html: `<p>${slug}</p>`,
  metaTitle: null,
  metaDescription: null,
  internalLinks: [],
  createdAt: new Date('2024-01-01T00:00:00.001Z'),
  updatedAt: new Date('2024-02-02T02:02:02.002Z'),
  ...more,
});

export const incomingTerm = (
  id: string | null,
  name: string,
  more: Partial<MovingIn.IncomingTerm> = {},
): MovingIn.IncomingTerm => ({
  kind: 'category',
  sourceId: id ?? `name:${name}`,
  version: name,
  id,
  name,
  ...more,
});

/** The campaign of `incomingPage`. */
export const incomingCampaign = (
  more: Partial<MovingIn.IncomingCampaign> = {},
): MovingIn.IncomingCampaign => ({
  sourceId: 'c',
  version: '1',
  id: null,
  name: 'Campaign',
  createdAt: new Date(0),
  ...more,
});
