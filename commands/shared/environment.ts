/**
 * Imported ahead of Strapi, which would read the .env of the folder that something is started in, and be in development where
 * nothing says otherwise.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { config } from 'dotenv';

const projectWith = (folder: string): string =>
  existsSync(path.join(folder, 'package.json')) ? folder : projectWith(path.dirname(folder));

export const ROOT = projectWith(__dirname);

export const ENVIRONMENT_FILE = (process.env['ENV_PATH'] ||= path.join(ROOT, '.env'));
const { error } = config({ path: ENVIRONMENT_FILE });
if (error && (error as NodeJS.ErrnoException).code !== 'ENOENT') {
  // Whatever else is missing then is missing because of it.
  console.error(`${ENVIRONMENT_FILE} cannot be read: ${error.message}`);
  process.exit(1);
}
process.env['NODE_ENV'] = process.env['NODE_ENV']?.trim() || 'production';
