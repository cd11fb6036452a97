import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { KeptForm, UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';
import { personIdOf } from '../../platform/panel-requests';
import { readParameters, withValidationError } from '../../platform/parameters';
import { isRecord } from '../../platform/formats';
import { keptFields } from './kept-fields';
import type { UnsavedWorkStore } from './store';

const FORM = /^[A-Za-z0-9-]{1,64}$/;
/** A documentId or a moment. */
const SHORT = 64;

/** What the signed-in user has typed and not saved: theirs alone, whatever others may do. */
export const createUnsavedWorkController = (strapi: Core.Strapi, store: UnsavedWorkStore) => ({
  async find(ctx: Context): Promise<void> {
    const { entry } = withValidationError(() => readParameters(ctx.querystring, ['entry']));
    const { model } = ctx['params'] as { model: string };
    ctx.body = { data: (await store.list(personIdOf(ctx), model, entry || null)) satisfies KeptForm[] };
  },

  async read(ctx: Context): Promise<void> {
    const { model } = ctx['params'] as { model: string };
    const found = await store.find(personIdOf(ctx), model, formOf(ctx));
    if (!found) throw new errors.NotFoundError('This form is not kept any more.');
    ctx.body = { data: found satisfies UnsavedWork };
  },

  async keep(ctx: Context): Promise<void> {
    const { model } = ctx['params'] as { model: string };
    const form = formOf(ctx);
    const work = readUnsavedForm(ctx.request.body);
    await store.keep(personIdOf(ctx), model, form, {
      ...work,
      changes: keptFields(strapi, model, work.changes),
    });
    ctx.status = 204;
  },

  async drop(ctx: Context): Promise<void> {
    await store.drop(personIdOf(ctx), formOf(ctx));
    ctx.status = 204;
  },
});

const formOf = (ctx: Context): string => {
  const { form } = ctx['params'] as { form: string };
  if (!FORM.test(form)) throw new errors.ValidationError('The form is named by letters, digits and hyphens.');
  return form;
};

/** @throws ValidationError for anything that is no `UnsavedForm` */
const readUnsavedForm = (body: unknown): UnsavedForm => {
  const { entry = null, basedOn = null, changes } = (body ?? {}) as Record<string, unknown>;
  const isShort = (value: unknown): value is string | null =>
    value === null || (typeof value === 'string' && value.length <= SHORT);
  if (!isShort(entry) || !isShort(basedOn) || !isChanges(changes)) {
    throw new errors.ValidationError(
      'Unsaved work has an entry, the version it rests on, and changes by field.',
    );
  }
  return { entry, basedOn, changes };
};

const isChanges = (value: unknown): value is UnsavedForm['changes'] =>
  isRecord(value) &&
  Object.values(value).every((change) => typeof change === 'object' && change !== null && 'to' in change);
