import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { describeFailure, endsConnection } from '../../platform/database/loss';
import { remedyOf, whichDatabase, type AskedDatabase } from './database';
import { isRefusal } from '../../platform/refusal';
import { explainRights } from './rights';
import { whyNoUploads } from './upload-folder';

/** What Strapi puts before the words of `config/` and of a plugin's validator. */
const OF_CONFIGURATION =
  /^(?:Could not load js(?:on)? config file .+?\.js(?:on)?|Error regarding [\w-]+ config): /;
const OF_LOCAL_UPLOADS = /^The upload folder \((.+)\) doesn't exist/;

const databaseOf = (strapi: Core.Strapi): string =>
  whichDatabase(strapi.config.get<AskedDatabase>('database.connection'));

/** SQLite's folder is made where it is missing. */
const isOfDatabaseFolder = (strapi: Core.Strapi, { path: failed }: NodeJS.ErrnoException): boolean => {
  const { client, connection } = strapi.config.get<{ client: string; connection: { filename: string } }>(
    'database.connection',
  );
  if (client !== 'sqlite' || failed === undefined) return false;
  return `${path.dirname(connection.filename)}${path.sep}`.startsWith(`${path.resolve(failed)}${path.sep}`);
};

/**
 * Why the server, or a command, did not start, in words for the operator.
 * @param strapi as far as there is one: what is wrong in `config/` is said before
 * @returns null for an unforeseen error, which is to be shown as a whole
 */
export const explainFailure = async (error: unknown, strapi?: Core.Strapi): Promise<string | null> => {
  if (!(error instanceof Error)) return null;
  if (isRefusal(error)) return error.message;
  if (OF_CONFIGURATION.test(error.message)) return error.message.replace(OF_CONFIGURATION, '');
  const [, folder] = OF_LOCAL_UPLOADS.exec(error.message) ?? [];
  if (folder !== undefined) return whyNoUploads(folder);
  if (!strapi) return null;
  if (isOfDatabaseFolder(strapi, error))
    return `The folder of the database cannot be made: ${databaseOf(strapi)}: ${error.message}.`;
  return explainStatement(strapi, error);
};

/** What a database has refused to do; also where it is the reason of another error, as of a COMMIT. */
const explainStatement = async (strapi: Core.Strapi, error: Error): Promise<string | null> => {
  const rights = await explainRights(strapi, error);
  if (rights !== null) return rights;
  const remedy = remedyOf(error);
  if (remedy !== undefined)
    return `The database cannot be prepared: ${databaseOf(strapi)}: ${describeFailure(error)}: ${remedy}`;
  if (endsConnection(error))
    return `The connection to the database was lost: ${databaseOf(strapi)}: ${describeFailure(error)}.`;
  return error.cause instanceof Error ? explainStatement(strapi, error.cause) : null;
};
