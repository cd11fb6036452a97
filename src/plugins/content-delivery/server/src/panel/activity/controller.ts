import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { ACTIVITY_TYPES, type ActivityLine, type ActivityList } from '../../../../contracts/activity';
import { websiteOf } from '../../access/editors/rights';
import type { Bin } from '../../content/bin';
import { accountScope, websiteScope } from '../../freshness/revisions';
import { fieldError } from '../../platform/field-errors';
import { optionalChoiceIn, optionalTextIn, type Input } from '../../platform/input';
import { UIDS } from '../../platform/uids';
import { createLines, type Cursor, type StoredLine } from './lines';
import { createSubjects } from './subjects';
import { toRowNumber } from '../../platform/database/values';

/** Lines that one answer has. */
const PAGE_SIZE = 50;
/** Rows that are read at a time, of which the user may see some, and how often for one answer. */
const READ_SIZE = 100;
const MAX_READS = 10;

/** What happened, for those who may see what it happened to. */
export const createActivityController = (strapi: Core.Strapi, bin: Bin) => {
  const lines = createLines(strapi);
  const subjects = createSubjects(strapi, bin);

  /** Of a website, and of the account whose link rules are on it. */
  const scopesOf = async (ctx: Context, documentId: string): Promise<string[]> => {
    const { id } = await websiteOf(strapi, ctx, documentId);
    const website: { account: { documentId: string } | null } | null = await strapi.db
      .query(UIDS.website)
      .findOne({ where: { id }, select: ['id'], populate: { account: { select: ['id', 'documentId'] } } });
    const { account } = website ?? {};
    return [websiteScope(documentId), ...(account ? [accountScope(account.documentId)] : [])];
  };

  return {
    async list(ctx: Context) {
      const input = ctx.query as Input;
      const website = optionalTextIn(input, 'website');
      const narrowed = {
        type: optionalChoiceIn(input, 'type', ACTIVITY_TYPES),
        userId: numberIn(input, 'person'),
        from: dateIn(input, 'from'),
        to: dateIn(input, 'to'),
        scopes: website === undefined ? undefined : await scopesOf(ctx, website),
      };
      let after = cursorIn(input);
      const may = await subjects.visible(ctx);

      const shown: { line: ActivityLine; row: StoredLine }[] = [];
      let isLast = false;
      for (let reads = 0; reads < MAX_READS && shown.length < PAGE_SIZE && !isLast; reads += 1) {
        const rows = await lines.list(may, narrowed, after, READ_SIZE);
        const described = new Map((await subjects.describe(ctx, rows)).map((line) => [line.id, line]));
        for (const row of rows) {
          const line = described.get(String(row.id));
          if (line) shown.push({ line, row });
        }
        isLast = rows.length < READ_SIZE;
        after = rows[rows.length - 1] ?? after;
      }
      const page = shown.slice(0, PAGE_SIZE);
      const isCut = shown.length > PAGE_SIZE;
      const next = isCut ? page[page.length - 1]?.row : isLast ? null : after;
      const data: ActivityList = {
        lines: page.map(({ line }) => line),
        next: next ? `${next.at.getTime()}-${next.id}` : null,
        people: await subjects.people(ctx, () => lines.people(may)),
      };
      ctx.body = { data };
    },
  };
};

const cursorIn = (input: Input): Cursor | null => {
  const text = optionalTextIn(input, 'before');
  if (text === undefined) return null;
  const [, at, digits] = /^(\d{1,15})-(\d+)$/.exec(text) ?? [];
  const id = toRowNumber(digits ?? '');
  if (id === null) throw fieldError('before', '"before" must be what an answer gave as "next".');
  return { at: new Date(Number(at)), id };
};

const numberIn = (input: Input, field: string): number | undefined => {
  const text = optionalTextIn(input, field);
  if (text === undefined) return undefined;
  const number = toRowNumber(text);
  if (number !== null) return number;
  throw fieldError(field, `"${field}" must be a number.`);
};

const dateIn = (input: Input, field: string): Date | undefined => {
  const text = optionalTextIn(input, field);
  if (text === undefined) return undefined;
  const date = new Date(text);
  // What every database takes.
  if (/^\d{4}-/.test(text) && !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1900) return date;
  throw fieldError(field, `"${field}" must be a date.`);
};
