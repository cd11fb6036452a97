/** `npm run import:export`: a website from a folder that `npm run export` has written. See docs/migration.md. */
import '../../src/settings/supported-node';
import path from 'node:path';
import { createReport, type Writer } from '../../src/plugins/content-delivery/server/src/migration';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { bringLinks, bringPages, bringRedirects } from '../shared/migration/bring';
import { runMigrationCommand } from '../shared/migration/command';
import { toTerm } from '../shared/migration/entries';
import { idsInOrder } from '../shared/migration/ids-in-order';
import { redirectsIn } from '../shared/migration/redirects';
import { runMigration, type Session } from '../shared/migration/session';
import { settled } from '../shared/migration/settled';
import { forTerminal } from '../shared/migration/terminal';
import { toAuthor, toCampaign, toPage, toPost } from './entries';
import { openFolder, type Folder } from './folder';
import { readOptions, USAGE, type ImportExportOptions } from './options';

/** Front ends have posts of one moment in the order of their ids. Where these are taken here, others keep it. */
const otherIdsOf = ({ posts }: Folder, website: string): ReadonlyMap<string, string> => {
  const inOrder = [...posts].sort((a, b) => (a.id < b.id ? -1 : 1));
  const listed = inOrder.map(({ id, createdAt }) => ({ slug: id, createdAt }));
  return idsInOrder(listed, JSON.stringify([website]));
};

const bring = async (folder: Folder, writer: Writer, session: Session): Promise<void> => {
  const { report, each } = session;
  const otherIds = otherIdsOf(folder, writer.website.documentId);
  const terms = [
    ...folder.categories.map((item) => toTerm('category', item)),
    ...folder.tags.map((item) => toTerm('tag', item)),
  ];
  await each('Terms', terms.length, terms, async (read) => {
    const term = settled(report, read.entry?.kind ?? 'category', read.entry?.name ?? 'the list', read);
    if (term) await writer.term(term);
  });
  await each('Authors', folder.authors.length, folder.authors, async (item) => {
    const read = toAuthor(item);
    const author = settled(report, 'author', read.entry?.name ?? 'the list', read);
    if (author) await writer.author(author);
  });
  await bringLinks(session, writer, folder.links);
  await each('Posts', folder.posts.length, folder.posts, async ({ id, digest, where }) => {
    if (await writer.has('post', id, digest)) return;
    const post = settled(
      report,
      'post',
      where,
      toPost(id, otherIds.get(id) ?? null, digest, await folder.post(id)),
    );
    if (post) await writer.post(post);
  });
  await each('pSEO campaigns', folder.campaigns.length, folder.campaigns, async (item) => {
    const read = toCampaign(item);
    const campaign = settled(report, 'campaign', read.entry?.name ?? 'the list', read);
    if (campaign) await writer.campaign(campaign);
  });
  await bringPages(session, writer, folder.pages.length, folder.pages, async ({ id, digest, where }) => {
    if (await writer.has('page', id, digest)) return null;
    return settled(report, 'page', where, toPage(id, digest, await folder.page(id)));
  });
  await bringRedirects(session, writer, redirectsIn(folder.redirects));
};

/** A new website has the settings of the one that was exported, but for its key. */
const websiteOf = ({ website }: Folder, { website: wanted }: ImportExportOptions) => ({
  ...wanted,
  url: wanted.url ?? website.url,
  kind: website.kind === 'rest-api' ? ('rest-api' as const) : wanted.kind,
  apiKey: null,
  id: website.id,
  settings: {
    language: website.language,
    description: website.description,
    scheduledPosts: website.scheduledPosts === 'withhold' ? ('withhold' as const) : ('include' as const),
  },
});

const execute = async (options: ImportExportOptions): Promise<number> => {
  const report = createReport();
  const folder = await openFolder(path.resolve(options.folder), report);
  const { server, website, posts, pages } = folder;
  console.log(
    forTerminal(
      `${options.folder} has "${website.name}": ${posts.length} posts, ${folder.links.length} internal links and ${pages.length} pSEO pages.`,
    ),
  );
  try {
    return await runMigration(options, report, async (session) => {
      const { host } = new URL(server);
      const writer = await serviceOf(session.strapi, 'migration').open(
        {
          website: websiteOf(folder, options),
          source: `export:${server}#${website.id}`,
          images: {
            mode: options.images.mode,
            files: true,
            base: server,
            hosts: options.images.hosts,
            publicHosts: [host],
            localFile: (address) => folder.localFile(address),
            only: folder.files,
            hasRelative: true,
            signal: session.signal,
          },
          isDryRun: options.isDryRun,
          keepsNames: true,
        },
        report,
      );
      session.begin(writer);
      if (writer.website.isNew && website.image !== null) {
        report.add(
          { loss: 'altered', kind: 'website', where: website.name },
          'The picture of the website was not brought in.',
          'Choose one in the form of the website.',
        );
      }
      await bring(folder, writer, session);
    });
  } finally {
    await folder.close();
  }
};

runMigrationCommand(USAGE, readOptions, execute);
