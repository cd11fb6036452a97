import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  MAX_LINK_SEARCH,
  type KeywordPlaces,
  type KeywordQuestion,
  type LinkTargets,
} from '../../../../contracts/links';
import { websiteOf } from '../../access/editors/rights';
import { fieldError } from '../../platform/field-errors';
import { asObject, idIn, optionalTextIn, type Input } from '../../platform/input';
import { tablesOf } from '../../platform/database/tables';
import type { TaskWorker } from '../../platform/task-worker';
import { createKeywordCounter, type KeywordTasks as CountingTasks } from '../front-end-view/keyword-counter';
import { createKeywordPlaces, type KeywordCursor, type KeywordTasks } from './keyword-places';
import { createLinkTargets } from './link-targets';
import { seenAccount, visibleLinksOf } from './visible-links';
import { rulesOf } from './scope';
import { escapeText } from '../../platform/html/references';
import { documentIdOf } from '../../platform/panel-requests';

const MAX_ADDRESS = 2_000;
const MAX_ID = 2 ** 31;

/** What forms ask about links while an editor writes. */
export const createLinkWritingController = (
  strapi: Core.Strapi,
  worker: TaskWorker<KeywordTasks & CountingTasks>,
) => {
  const placesOf = createKeywordPlaces(strapi, worker);
  const targetsOf = createLinkTargets(strapi);
  const count = createKeywordCounter(worker);

  return {
    /** Where front ends would link a keyword; nothing is stored. */
    async keywordPlaces(ctx: Context) {
      const input = asObject(ctx.request.body, 'body');
      const question: KeywordQuestion = {
        keyword: textIn(input, 'keyword', MAX_LINK_SEARCH).trim(),
        url: textIn(input, 'url', MAX_ADDRESS),
        account: idIn(input, 'account'),
        link: input['link'] === null ? null : (optionalTextIn(input, 'link') ?? null),
        after: input['after'] === null ? null : (optionalTextIn(input, 'after') ?? null),
      };
      if (question.keyword === '') throw fieldError('keyword', 'Say which keyword.');
      const visible = await visibleLinksOf(strapi, ctx);
      const account = seenAccount(visible, question.account);
      const posts = visible.types.post;
      if (!posts?.shows('title') || !posts.shows('content')) throw new errors.ForbiddenError();
      ctx.body = {
        data: (await placesOf(
          question,
          account,
          posts.narrow,
          cursorIn(question.after),
        )) satisfies KeywordPlaces,
      };
    },

    /** Entries of a website that a link may lead to, and which of the selected words are links anyway. */
    async targets(ctx: Context) {
      const documentId = documentIdOf(ctx);
      const input = ctx.query as Input;
      const search = textIn(input, 'search', MAX_LINK_SEARCH);
      const words = textIn(input, 'words', MAX_LINK_SEARCH);
      const { id } = await websiteOf(strapi, ctx, documentId);
      const { websites, websiteAccount, accounts } = tablesOf(strapi);
      const website: { url: string | null; account: string | null } = await strapi.db
        .connection(`${websites} as w`)
        .leftJoin(`${websiteAccount.table} as wa`, `wa.${websiteAccount.from}`, 'w.id')
        .leftJoin(`${accounts} as a`, 'a.id', `wa.${websiteAccount.to}`)
        .where('w.id', id)
        .first('w.url', 'a.document_id as account');
      const rules =
        website.account !== null && words.trim() !== '' ? await rulesOf(strapi, website.account) : [];
      ctx.body = {
        data: {
          url: website.url,
          targets: await targetsOf(ctx, Number(id), search, optionalTextIn(input, 'entry') ?? ''),
          keywords: ((await count(escapeText(words), rules)) ?? []).map(({ keyword, url }) => ({
            keyword,
            url,
          })),
        } satisfies LinkTargets,
      };
    },
  };
};

const textIn = (input: Input, field: string, most: number): string => {
  const text = optionalTextIn(input, field) ?? '';
  if (text.length > most) throw fieldError(field, `Use at most ${most} characters.`);
  return text;
};

const cursorIn = (text: string | null): KeywordCursor | null => {
  if (text === null) return null;
  const [website = NaN, post = NaN] = text.split('-').map(Number);
  const isCursor = /^\d{1,10}-\d{1,10}$/.test(text) && website < MAX_ID && post < MAX_ID;
  if (!isCursor) throw fieldError('after', '"after" must be what an answer gave as "next".');
  return { website, post };
};
