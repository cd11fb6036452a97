// @ts-check
/** Ends with a sentence where nothing is built yet: Node would name a file that is missing. */
import '../src/settings/supported-node.js';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
if (!existsSync(path.join(root, 'dist', 'commands', 'start', 'index.js'))) {
  console.error('This project is not built yet: run "npm run build" and try again.');
  process.exit(1);
}
