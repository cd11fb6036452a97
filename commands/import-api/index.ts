/** `npm run import:api`: a website from another server with the same API. See docs/migration.md. */
import '../../src/settings/supported-node';
import { createReport, type ReportWriter } from '../../src/plugins/content-delivery/server/src/migration';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { createKeySecrets } from '../../src/plugins/content-delivery/server/src/content/api-keys/secrets';
import { runMigrationCommand } from '../shared/migration/command';
import { runMigration } from '../shared/migration/session';
import { carryOver } from './carry';
import { readOptions, USAGE, type ImportApiOptions } from './options';
import { openSource } from './source';

/** What the API does not say of any website. */
const noteLimits = (report: ReportWriter, hasPages: boolean): void => {
  report.add(
    { loss: 'note', kind: 'post', where: 'all posts' },
    'Drafts are not in the API, nor are scheduled posts that a server withholds.',
    'Copy them by hand, or run this again when they are published.',
  );
  if (!hasPages) return;
  report.add(
    { loss: 'note', kind: 'campaign', where: 'all campaigns' },
    'Templates are not in the API. Pages bring their finished texts, and the names of campaigns are made up.',
    'Name campaigns with --campaign-name; write templates here for new pages.',
  );
};

const execute = async (options: ImportApiOptions): Promise<number> => {
  const report = createReport();
  const source = await openSource(options.from, options.apiKey, report);
  const { posts, pages, links } = source;
  console.log(
    `${source.baseUrl} has ${posts.length} posts, ${links.length} internal links and ${pages.length} pSEO pages.`,
  );
  noteLimits(report, pages.length > 0);

  return runMigration(options, report, async (session) => {
    const { strapi, signal } = session;
    const writer = await serviceOf(strapi, 'migration').open(
      {
        website: {
          ...options.website,
          apiKey: options.keepsKey ? options.apiKey : null,
          id: pages.find(({ websiteId }) => websiteId !== null)?.websiteId ?? null,
        },
        source: source.baseUrl,
        proof: {
          digest: createKeySecrets(strapi).hash(options.apiKey),
          mayChange: options.hasNewKey,
          refusal:
            'This website was filled from the same server with another API key. If it is the same website there, and its key was changed, add --new-key. Else choose another website here.',
        },
        images: {
          mode: options.images.mode,
          files: options.images.files,
          base: source.baseUrl,
          hosts: [new URL(source.baseUrl).host, ...options.images.hosts],
          signal,
        },
        isDryRun: options.isDryRun,
        keepsNames: true,
      },
      report,
    );
    session.begin(writer);
    await carryOver(source, writer, session, options);
  });
};

runMigrationCommand(USAGE, (args) => readOptions(args, process.env), execute);
