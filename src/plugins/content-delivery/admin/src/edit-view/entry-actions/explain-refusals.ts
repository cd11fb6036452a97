import { textId } from '../../shared/plugin-id';
import { BARE_REFUSALS } from '../../shared/strapis-texts';
import { changeEndpoints } from '../endpoints';
import type { Failure } from '../unsaved-work/failure';

/** What was not allowed, by the request that was refused. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  create: ['createDocument', 'cloneDocument', 'autoCloneDocument'],
  update: ['updateDocument', 'discardDocument'],
  publish: ['publishDocument', 'publishManyDocuments'],
  unpublish: ['unpublishDocument', 'unpublishManyDocuments'],
  delete: ['deleteDocument', 'deleteManyDocuments'],
  read: ['getDocument', 'getAllDocuments'],
};

/** In place of "Forbidden": what is not allowed, and whom to ask. To be called after what else changes failures. */
export const explainRefusals = (): void => {
  for (const [what, names] of Object.entries(REFUSED)) {
    changeEndpoints(names, ({ transformErrorResponse }) => ({
      transformErrorResponse: (failure: Failure): Failure => {
        const isBare = failure.message !== undefined && BARE_REFUSALS.includes(failure.message);
        const explained = isBare ? { ...failure, message: textId(`refused.${what}`) } : failure;
        return transformErrorResponse ? transformErrorResponse(explained) : explained;
      },
    }));
  }
};
