import type { Core } from '@strapi/strapi';
import { guardDocuments } from '../../../../src/plugins/content-delivery/server/src/access/editors/guard';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';
import { withChecker } from '../../../support/permission-checker';

type Write = (context: object, next: () => Promise<unknown>) => Promise<unknown>;

/** What becomes of a write during a request with this state; without one, where the server writes by itself. */
const written = async (state?: object, uid: string = UIDS.post): Promise<unknown> => {
  let guard: Write = () => Promise.reject(new Error('There is no guard.'));
  const strapi = {
    documents: { use: (middleware: Write) => (guard = middleware) },
    requestContext: { get: () => state && { state } },
    getModel: () => ({ attributes: {} }),
    // Which entries may be changed depends on them, and these are none of them.
    ...withChecker(() => ({ requiresEntity: { update: () => true }, cannot: { update: () => true } })),
    db: {
      transaction: (work: () => unknown) => work(),
      query: () => ({ findMany: () => Promise.resolve([{}]) }),
    },
  } as unknown as Core.Strapi;
  guardDocuments(strapi);
  const context = { action: 'update', uid, params: { documentId: 'a', data: {} } };
  return guard(context, () => Promise.resolve({ documentId: 'a' }));
};

describe('a write of content', () => {
  it('is free where nobody is signed in: the server does it by itself', async () => {
    for (const state of [undefined, {}]) expect(await written(state)).toEqual({ documentId: 'a' });
  });

  it.each([
    ['an end user of a project, whose permissions nobody has looked up', { user: { id: 1 } }],
    ['a user of the panel', { user: { id: 1 }, userAbility: {} }],
    ['somebody of whom the permissions alone are known', { userAbility: {} }],
  ])('is held against the conditions of roles: %s', async (_who, state) => {
    await expect(written(state)).rejects.toThrow(expect.objectContaining({ name: 'ForbiddenError' }));
  });

  it('of another type is for Strapi to judge', async () => {
    expect(await written({ user: { id: 1 } }, 'api::own.own')).toEqual({ documentId: 'a' });
  });
});
