/** `npm run import:wordpress`: a website from an export of WordPress. See docs/migration.md. */
import '../../src/settings/supported-node';
import {
  createIncoming,
  partsOf,
  surveyExport,
} from '../../src/plugins/content-delivery/server/src/migration/wordpress';
import { bringBlog } from '../shared/migration/blog';
import { runMigrationCommand } from '../shared/migration/command';
import { readOptions, USAGE, type ImportWordpressOptions } from './options';

const execute = (options: ImportWordpressOptions): Promise<number> =>
  bringBlog('wordpress', options, async (report) => {
    const parts = await partsOf(options.files);
    const { content } = options;
    const survey = await surveyExport(parts, content.types);
    const incoming = createIncoming(survey, content, report);
    const { address } = survey.site;
    const types = [...survey.types].map(([type, count]) => `${count} ${type}`);
    return {
      found: `The export of ${address.href} has ${types.join(', ') || 'no entries'}.`,
      address,
      hosts: [...survey.hosts, ...survey.fileHosts],
      incoming: {
        ...incoming,
        posts: (writer) => incoming.posts(parts, async (post) => (await writer.withdrawPost(post)) !== null),
      },
    };
  });

runMigrationCommand(USAGE, readOptions, execute);
