/** Imported ahead of Strapi: most of a start is the loading of some four thousand files. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { judgeOnlyConfiguredViews } from '../../src/plugins/content-delivery/server/src/platform/patches/content-manager-views';
import { loadWhenUsed } from '../../src/plugins/content-delivery/server/src/platform/patches/loaded-when-used';
import { loadRemoteTransferWhenUsed } from '../../src/plugins/content-delivery/server/src/platform/patches/remote-transfer';
import { ROOT } from './environment';

// Beside the packages, as others could write into the system's folder for such things. Where this folder cannot be written, files are compiled each time.
enableCompileCache(path.join(ROOT, 'node_modules', '.cache', 'node'));
loadWhenUsed();
judgeOnlyConfiguredViews();
loadRemoteTransferWhenUsed();
