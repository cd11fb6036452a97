import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { isExportFormat, type ExportFormat } from '../../../../contracts/exports';
import { importReportTable } from '../../../../contracts/import-report-table';
import { createArchive, DownloadAborted, ExportProblem, type Exporter } from '../../export';
import { userIdOf } from '../../platform/panel-requests';
import { createSemaphore } from '../../platform/semaphore';
import { unavailable } from '../../platform/unavailable';
import { mostImportantFirst } from '../../migration';
import { UIDS } from '../../platform/uids';
import { sendLongBody } from '../../delivery/http/long-body';
import { onResponseClosed } from '../../platform/response-closed';
import { websiteInPath } from './website-in-path';

/** Each holds a connection to the database for as long as its reader takes. */
const MAX_CONCURRENT = 2;
/** Milliseconds that one waits for its turn. */
const ACQUIRE_TIMEOUT = 1_000;
/** And that it may take altogether. */
const MAX_DURATION = 60 * 60_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** A name for a file on every system. */
const fileName = (website: string, format: ExportFormat, now: Date): string => {
  const name = website
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `${name || 'website'}-${format}-${now.toISOString().slice(0, 10)}.zip`;
};

/** Websites as archives, for users who may see them and take them out. */
export const createExportController = (strapi: Core.Strapi, exporter: Exporter) => {
  const semaphore = createSemaphore({ capacity: MAX_CONCURRENT, share: 1 });

  const nameOf = async (documentId: string): Promise<string> => {
    const found = (await strapi.db
      .query(UIDS.website)
      .findOne({ where: { documentId }, select: ['name'] })) as { name: string } | null;
    return found?.name ?? '';
  };

  return {
    async download(ctx: Context) {
      const { format = 'json' } = ctx.query;
      if (!isText(format) || !isExportFormat(format)) {
        throw new errors.ValidationError('"format" is json, markdown or wordpress.');
      }
      const website = await websiteInPath(strapi, ctx);
      const name = await nameOf(website);
      const user = userIdOf(ctx);
      const stop = new AbortController();
      const abort = (): void => stop.abort(new DownloadAborted());
      onResponseClosed(ctx.res, abort);
      const release = await semaphore
        .acquire({ owner: String(user), signal: stop.signal, timeout: ACQUIRE_TIMEOUT })
        .catch(() => {
          throw unavailable(
            'One export of yours, or several of others, are under way. Please try again when they are done.',
          );
        });
      strapi.log.info(`The website ${website} is exported as ${format} by the user ${user}.`);
      const archive = createArchive();
      stop.signal.addEventListener('abort', () => void archive.output.destroy());
      const work = exporter
        .write({ website, format, signal: stop.signal }, archive.sink)
        .then(async ({ report }) => {
          await archive.sink.add('report.csv', [importReportTable(mostImportantFirst(report.lines))]);
          archive.finish();
        })
        .finally(release);
      work.catch((error: Error) => {
        if (error instanceof DownloadAborted) return;
        strapi.log.error(`The export of the website ${website} failed: ${error.message}`);
        archive.fail(error);
      });
      // What is wrong before the first file is an answer; later, the connection is cut.
      await Promise.race([archive.begun, work]).catch((error: unknown) => {
        if (error instanceof DownloadAborted) return;
        throw error instanceof ExportProblem ? new errors.ApplicationError(error.message) : error;
      });
      ctx.attachment(fileName(name, format, new Date()));
      ctx.type = 'application/zip';
      sendLongBody(ctx, 'identity', archive.output, async () => abort(), MAX_DURATION);
    },
  };
};
