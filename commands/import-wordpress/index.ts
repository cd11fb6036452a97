/** `npm run import:wordpress`: a website from an export of WordPress. See docs/migration.md. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createReport, MigrationProblem } from '../../src/plugins/content-delivery/server/src/migration';
import { migrationOf } from '../../src/plugins/content-delivery/server/src/services';
import {
  createIncoming,
  surveyExport,
  type Survey,
} from '../../src/plugins/content-delivery/server/src/migration/wordpress';
import { runMigrationCommand } from '../shared/migration/command';
import { runMigration } from '../shared/migration/session';
import { forTerminal } from '../shared/migration/terminal';
import { readOptions, USAGE, type ImportWordpressOptions } from './options';

const openedFile = async (given: string): Promise<string> => {
  const file = path.resolve(given);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new MigrationProblem(`There is no file "${file}".`);
  return file;
};

/** The address of the old website, always written the same way: it names the source. */
const sourceOf = ({ site }: Survey): string =>
  `wordpress:${site.address.host}${site.address.pathname.replace(/(?<!\/)\/+$/, '')}`;

const execute = async (options: ImportWordpressOptions): Promise<number> => {
  const file = await openedFile(options.file);
  const report = createReport();
  const survey = await surveyExport(createReadStream(file), options.content.types);
  const incoming = createIncoming(survey, options.content, report);
  const types = [...survey.types].map(([type, count]) => `${count} ${type}`);
  console.log(
    forTerminal(`The export of ${survey.site.address.href} has ${types.join(', ') || 'no entries'}.`),
  );

  return runMigration(options, report, async ({ strapi, signal, each, begin }) => {
    const writer = await migrationOf(strapi).open(
      {
        website: { ...options.website, apiKey: null, id: null },
        source: sourceOf(survey),
        images: {
          mode: options.images.mode,
          base: survey.site.address.href,
          hosts: options.images.hosts,
          publicHosts: [...survey.hosts, ...survey.fileHosts],
          hasRelative: true,
          signal,
        },
        isDryRun: options.isDryRun,
      },
      report,
    );
    begin(writer.website);
    const terms = incoming.terms();
    await each('Terms', terms.length, terms, async (term) => void (await writer.term(term)));
    const posts = incoming.posts(
      createReadStream(file),
      async (post) => (await writer.withdrawPost(post)) !== null,
    );
    await each('Posts', incoming.count, posts, async (post) => {
      if (post) await writer.post(post);
    });
    incoming.finish();
  });
};

runMigrationCommand(USAGE, readOptions, execute);
