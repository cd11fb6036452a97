/** `npm run import:markdown`: a website from a folder of Markdown. See docs/migration.md. */
import '../../src/settings/supported-node';
import { createMarkdownIncoming } from '../../src/plugins/content-delivery/server/src/migration/markdown';
import { bringBlog } from '../shared/migration/blog';
import { runMigrationCommand } from '../shared/migration/command';
import { readOptions, USAGE, type ImportMarkdownOptions } from './options';

const execute = (options: ImportMarkdownOptions): Promise<number> =>
  bringBlog('markdown', options, async (report) => {
    const incoming = await createMarkdownIncoming(options.content, report);
    return {
      found: `The folder has ${incoming.count} files that become posts.`,
      address: options.content.address,
      incoming,
    };
  });

runMigrationCommand(USAGE, readOptions, execute);
