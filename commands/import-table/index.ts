/** `npm run import:table`: a website from a table of posts. See docs/migration.md. */
import '../../src/settings/supported-node';
import { createTableIncoming } from '../../src/plugins/content-delivery/server/src/migration/table';
import { bringBlog } from '../shared/migration/blog';
import { runMigrationCommand } from '../shared/migration/command';
import { readOptions, USAGE, type ImportTableOptions } from './options';

const execute = (options: ImportTableOptions): Promise<number> =>
  bringBlog('table', options, async (report) => {
    const { address } = options.content;
    const incoming = await createTableIncoming(options.content, report, new Date());
    return { found: `The file has ${incoming.count} rows that become posts.`, address, incoming };
  });

runMigrationCommand(USAGE, readOptions, execute);
