import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { storable } from '../../platform/formats';
import { conflict, documentIdOf, userIdOf } from '../../platform/panel-requests';
import { MAX_IMPORT_FILE_BYTES, type ImportOptions, type PageMeta } from '../../../../contracts/pseo-imports';
import { delimiterFrom, inPanel, lineFrom } from './file-question';
import type { FileOptions } from './file';
import { findCampaign, ImportProblem, mayImport, type ImportCampaign, type Imports } from './index';

interface UploadedFile {
  filepath: string;
  originalFilename: string | null;
  size: number;
}

/** Rows of one page of findings. */
const MAX_PAGE_SIZE = 200;
const FORBIDDEN = 'These pages belong to a website that you may not import pages into.';

/** The import of pages from files, for the admin panel. */
export const createImportsController = (strapi: Core.Strapi, imports: Imports) => {
  const isAllowed = (ctx: Context, campaign: ImportCampaign): boolean =>
    mayImport(strapi, ctx.state['userAbility'], campaign);

  /** The campaign of an import, if the user may change it. */
  const allowed = async (ctx: Context, documentId: string): Promise<ImportCampaign> => {
    const campaign = await imports.campaignOf(await imports.found(documentId));
    if (!isAllowed(ctx, campaign)) throw new errors.ForbiddenError(FORBIDDEN);
    return campaign;
  };

  /** An action on one import: for users who may, with problems explained. */
  const onImport =
    (act: (ctx: Context, documentId: string, campaign: ImportCampaign) => Promise<void>) =>
    (ctx: Context): Promise<void> =>
      explained(ctx, async () => {
        const documentId = documentIdOf(ctx);
        await act(ctx, documentId, await allowed(ctx, documentId));
      });

  const answerDetails = async (ctx: Context, documentId: string, status = 200): Promise<void> => {
    ctx.status = status;
    ctx.body = { data: await imports.detailsOf(await imports.found(documentId)) };
  };

  const answerPage = (kind: 'faulty' | 'alike' | 'renamed' | 'slashed') =>
    onImport(async (ctx, documentId) => {
      const page = wholeNumber(ctx.query['page'], 1, Number.MAX_SAFE_INTEGER);
      const pageSize = wholeNumber(ctx.query['pageSize'], 50, MAX_PAGE_SIZE);
      const { rows, total } = await imports[kind](documentId, (page - 1) * pageSize, pageSize);
      ctx.body = { data: rows, meta: { page, pageSize, total } satisfies PageMeta };
    });

  return {
    upload: (ctx: Context): Promise<void> =>
      explained(ctx, async () => {
        const { body, files } = ctx.request as unknown as {
          body?: Record<string, unknown>;
          files?: Record<string, UploadedFile | UploadedFile[]>;
        };
        const uploaded = Object.values(files ?? {}).flat();
        try {
          const [file] = uploaded;
          if (!file || uploaded.length > 1) throw new ImportProblem('Choose one file.');
          if (file.size > MAX_IMPORT_FILE_BYTES) {
            throw new ImportProblem(
              `The file is larger than ${MAX_IMPORT_FILE_BYTES / 1024 / 1024} MB. Split it into several files.`,
            );
          }
          const campaign = await findCampaign(strapi, String(body?.['campaign'] ?? ''));
          if (!campaign) throw new ImportProblem('There is no such campaign. Choose another one.', 'missing');
          if (!isAllowed(ctx, campaign)) throw new errors.ForbiddenError(FORBIDDEN);
          const { documentId } = await imports.stageFile({
            name: storable(file.originalFilename?.slice(0, 255) ?? '') || 'file',
            campaign: campaign.documentId,
            website: campaign.website.documentId,
            startedBy: userIdOf(ctx),
            given: fileOptions(body),
            bytes: createReadStream(file.filepath),
          });
          await answerDetails(ctx, documentId, 201);
        } finally {
          await Promise.all(uploaded.map(({ filepath }) => rm(filepath, { force: true })));
        }
      }),

    list: (ctx: Context): Promise<void> =>
      explained(ctx, async () => {
        const { campaign } = ctx.query;
        const only = typeof campaign === 'string' ? campaign : undefined;
        ctx.body = { data: await imports.list(only, (one) => isAllowed(ctx, one)) };
      }),

    find: onImport((ctx, documentId) => answerDetails(ctx, documentId)),

    check: onImport(async (ctx, documentId) => {
      await imports.check(documentId, ctx.request.body);
      await answerDetails(ctx, documentId, 202);
    }),

    run: onImport(async (ctx, documentId, campaign) => {
      const options = checkedOptions(ctx.request.body);
      if (options.publish && !mayImport(strapi, ctx.state['userAbility'], campaign, ['publish'])) {
        throw new errors.ForbiddenError('You may not publish pages of this website. Import them as drafts.');
      }
      await imports.run(documentId, options, userIdOf(ctx));
      await answerDetails(ctx, documentId, 202);
    }),

    cancel: onImport(async (ctx, documentId) => {
      await imports.cancel(documentId);
      await answerDetails(ctx, documentId);
    }),

    resume: onImport(async (ctx, documentId, campaign) => {
      const { options } = await imports.found(documentId);
      if (options?.publish && !mayImport(strapi, ctx.state['userAbility'], campaign, ['publish'])) {
        throw new errors.ForbiddenError('You may not publish pages of this website.');
      }
      await imports.resume(documentId);
      await answerDetails(ctx, documentId);
    }),

    remove: onImport(async (ctx, documentId) => {
      await imports.remove(documentId);
      ctx.status = 204;
    }),

    faulty: answerPage('faulty'),
    alike: answerPage('alike'),
    renamed: answerPage('renamed'),
    slashed: answerPage('slashed'),
  };
};

/** Answers with what a person did wrong. */
const explained = async (ctx: Context, act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    if (error.kind === 'missing') throw new errors.NotFoundError(error.message);
    if (error.kind === 'refused') throw new errors.ValidationError(inPanel(error));
    conflict(ctx, error.message);
  }
};

/** What the form says of the file; an empty field says nothing. */
const fileOptions = (body: Record<string, unknown> = {}): FileOptions => {
  const given = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
  const [delimiter, headerLine] = [given('delimiter'), given('headerLine')];
  const options = {
    delimiter: delimiter === '' ? undefined : delimiterFrom(delimiter),
    headerLine: headerLine === '' ? undefined : lineFrom(headerLine),
  };
  if (delimiter !== '' && options.delimiter === undefined) {
    throw new ImportProblem('Cells are separated by a comma, a semicolon, a tab or a vertical bar.');
  }
  if (headerLine !== '' && options.headerLine === undefined) {
    throw new ImportProblem('Say in which line the names of the columns are with a number from 1 to 9999.');
  }
  return options;
};

const checkedOptions = (value: unknown): ImportOptions => {
  const { publish, skipFaulty } = (value ?? {}) as Partial<Record<keyof ImportOptions, unknown>>;
  if (typeof publish !== 'boolean' || typeof skipFaulty !== 'boolean') {
    throw new ImportProblem(
      'Say whether pages go live ("publish") and faulty rows are left out ("skipFaulty").',
    );
  }
  return { publish, skipFaulty };
};

const wholeNumber = (value: unknown, usual: number, most: number): number => {
  const number = Number(value ?? usual);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : usual;
};
