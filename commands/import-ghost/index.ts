/** `npm run import:ghost`: a website from an export of Ghost. See docs/migration.md. */
import '../../src/settings/supported-node';
import {
  createGhostIncoming,
  readGhostExport,
} from '../../src/plugins/content-delivery/server/src/migration/ghost';
import { bringBlog } from '../shared/migration/blog';
import { runMigrationCommand } from '../shared/migration/command';
import { readOptions, USAGE, type ImportGhostOptions } from './options';

const execute = (options: ImportGhostOptions): Promise<number> =>
  bringBlog('ghost', options, async (report) => {
    const { address, types } = options.content;
    const incoming = createGhostIncoming(await readGhostExport(options.files), options.content, report);
    return {
      found: `The export has ${incoming.count} ${[...types].join(' and ')} entries.`,
      address,
      incoming,
    };
  });

runMigrationCommand(USAGE, readOptions, execute);
