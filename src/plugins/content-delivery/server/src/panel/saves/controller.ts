import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { personIdOf } from '../../platform/panel-requests';
import type { SaveReceipt } from '../../../../contracts/editing';
import { SAVE_NAME, type SaveStore } from '../../content/saves';

/** What came of a save of the signed-in user. The entry itself is read where entries are, by who may. */
export const createSavesController = (saves: Pick<SaveStore, 'find'>) => ({
  async find(ctx: Context): Promise<void> {
    const { model, save } = ctx['params'] as { model: string; save: string };
    const id = personIdOf(ctx);
    const found = SAVE_NAME.test(save) ? await saves.find(id, model, save) : null;
    if (!found) throw new errors.NotFoundError('Nothing was saved under this name so far.');
    ctx.body = { data: found satisfies SaveReceipt };
  },
});
