import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';
import {
  OLD_KEY_PERIODS,
  type WebsiteKeys,
  type ReplaceRequest,
  type RevealedKey,
  type RotateRequest,
} from '../../../../contracts/websites';
import { logBy } from '../../platform/panel-requests';
import { isId } from '../../platform/document-ids';
import { fieldError } from '../../platform/field-errors';
import { enteredKeyProblem } from '../../content/api-keys/format';
import {
  ApiKeyReplaced,
  ApiKeySame,
  ApiKeyTaken,
  type KeyStore,
  type ValidKey,
} from '../../content/api-keys/store';
import { periodIn } from './old-key-period';
import { websiteInPath } from './website-in-path';

const replaced = () =>
  createError(
    409,
    'Another editor has replaced this API key in the meantime, so nothing was changed. Look at the keys again.',
    { details: {} },
  );

/** The API keys of websites that the signed-in user may see. The log has no part of a key. */
export const createApiKeysController = (strapi: Core.Strapi, keys: KeyStore) => {
  const answer = async (ctx: Context, website: string): Promise<void> => {
    const data = toWebsiteKeys(await keys.valid([website])).get(website) ?? { current: null, old: null };
    ctx.body = { data };
  };

  return {
    /** The current key in the clear. */
    async reveal(ctx: Context) {
      const website = await websiteInPath(strapi, ctx);
      const apiKey = await keys.reveal(website);
      await keys.noteShown(website);
      ctx.body = { data: { apiKey } satisfies RevealedKey };
    },

    /** Gives the website a new key; the answer has masks only, as reading a key is a separate permission. */
    async rotate(ctx: Context) {
      const { currentKey, oldKeyWorksFor } = readRotation(ctx.request.body);
      const website = await websiteInPath(strapi, ctx);
      try {
        await keys.rotate(website, currentKey, OLD_KEY_PERIODS[oldKeyWorksFor]);
      } catch (error) {
        throw error instanceof ApiKeyReplaced ? replaced() : error;
      }
      logBy(strapi, ctx, `The API key of the website ${website} was rotated (old key: ${oldKeyWorksFor})`);
      await answer(ctx, website);
    },

    /** Gives the website a key that its front end has already; neither answer nor log has any part of it. */
    async replace(ctx: Context) {
      const { currentKey, oldKeyWorksFor } = readRotation(ctx.request.body);
      const newKey = readNewKey(ctx.request.body);
      const website = await websiteInPath(strapi, ctx);
      try {
        await keys.rotate(website, currentKey, OLD_KEY_PERIODS[oldKeyWorksFor], newKey);
      } catch (error) {
        if (error instanceof ApiKeyReplaced) throw replaced();
        if (error instanceof ApiKeyTaken) {
          throw fieldError('newKey', 'This API key belongs, or once belonged, to another website.');
        }
        if (error instanceof ApiKeySame) throw fieldError('newKey', 'The website has this API key already.');
        throw error;
      }
      logBy(
        strapi,
        ctx,
        `The API key of the website ${website} was replaced by hand (old key: ${oldKeyWorksFor})`,
      );
      await answer(ctx, website);
    },

    /** Ends the key before the current one, whatever time it had left. */
    async endOld(ctx: Context) {
      const { keyId } = ctx['params'] as { keyId: string };
      const website = await websiteInPath(strapi, ctx);
      if (!isId(keyId) || !(await keys.endOld(website, keyId))) {
        throw new errors.NotFoundError('The website has no such old API key.');
      }
      logBy(strapi, ctx, `The old API key of the website ${website} was ended`);
      await answer(ctx, website);
    },
  };
};

const readRotation = (body: unknown): RotateRequest => {
  const { currentKey } = (body ?? {}) as Partial<Record<keyof RotateRequest, unknown>>;
  if (typeof currentKey !== 'string' || !isId(currentKey)) {
    throw new errors.ValidationError('currentKey must name the API key that is to be replaced.');
  }
  return { currentKey, oldKeyWorksFor: periodIn(body, 'oldKeyWorksFor') };
};

const readNewKey = (body: unknown): string => {
  const { newKey } = (body ?? {}) as Partial<Record<keyof ReplaceRequest, unknown>>;
  if (typeof newKey !== 'string' || newKey === '') throw fieldError('newKey', 'Enter the new API key.');
  const problem = enteredKeyProblem(newKey);
  if (problem) throw fieldError('newKey', problem);
  return newKey;
};

/** The keys of each website, by its documentId. */
export const toWebsiteKeys = (valid: readonly ValidKey[]): Map<string, WebsiteKeys> => {
  const websites = new Map<string, WebsiteKeys>();
  for (const { id, website, mask, isWeak, validUntil } of valid) {
    const keys = websites.get(website) ?? { current: null, old: null };
    websites.set(website, keys);
    if (validUntil === null) keys.current = { id, mask, isWeak };
    else keys.old = { id, mask, validUntil: validUntil.toISOString() };
  }
  return websites;
};
