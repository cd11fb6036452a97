import type { Core } from '@strapi/strapi';
import { refuseForeignRelations } from '../../../../src/plugins/content-delivery/server/src/access/editors/relations';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';
import { withChecker } from '../../../support/permission-checker';

const PART = 'own.part';
const FOREIGN = 7;
const FOREIGN_ID = 'foreign';

const MODELS: Record<string, object> = {
  [UIDS.post]: {
    title: { type: 'string' },
    website: { type: 'relation', relation: 'manyToOne', target: UIDS.website },
    about: { type: 'relation', relation: 'morphToOne' },
    reviewer: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
    createdBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
    part: { type: 'component', component: PART },
    parts: { type: 'component', component: PART, repeatable: true },
  },
  [UIDS.website]: {
    posts: { type: 'relation', relation: 'oneToMany', target: UIDS.post, mappedBy: 'website' },
  },
  [PART]: { website: { type: 'relation', relation: 'oneToOne', target: UIDS.website } },
};

type Named = { id?: number; documentId?: string };

/** A user with one foreign entry of each type, which they may neither read nor change. */
const strapi = ({ isNarrowed = true, asked = [] as Named[] } = {}) =>
  ({
    getModel: (uid: string) => MODELS[uid] && { uid, attributes: MODELS[uid] },
    ...withChecker((uid) => {
      const isForeign = ({ id, documentId }: Named) => id === FOREIGN || documentId === FOREIGN_ID;
      const [own, other] = uid === UIDS.post ? ['update', 'read'] : ['read', 'update'];
      return {
        requiresEntity: { [own as string]: () => isNarrowed, [other as string]: () => false },
        cannot: { [own as string]: isForeign },
      };
    }),
    db: {
      query: () => ({
        findMany: ({ where }: { where: { $or: Named[] } }) => {
          asked.push(...where.$or);
          return Promise.resolve(where.$or);
        },
      }),
    },
  }) as unknown as Core.Strapi;

const ability = (seesUsers: boolean) => ({ can: () => seesUsers });
const save = (data: Record<string, unknown>, uid: string = UIDS.post, given = strapi()) =>
  refuseForeignRelations(given, ability(true), uid, data);

describe('what a restricted editor relates entries to', () => {
  const WAYS: [string, (id: unknown, documentId: unknown) => unknown][] = [
    ['its number', (id) => id],
    ['its number in a text', (id) => `${String(id)}x`],
    ['its id', (_id, documentId) => documentId],
    ['a list', (id) => [1, id]],
    ['an object', (id) => ({ id })],
    ['the id in an object', (_id, documentId) => ({ documentId, id: null })],
    ['connect', (id) => ({ connect: [{ id }], set: null })],
    ['connect, without a list', (id) => ({ connect: id })],
    ['set', (id) => ({ set: [id] })],
    ['disconnect', (_id, documentId) => ({ disconnect: [{ documentId }] })],
    ['the entry before it', (id) => ({ connect: [{ id: 1, position: { before: id } }] })],
    ['the entry after it', (_id, documentId) => ({ connect: [{ id: 1, position: { after: documentId } }] })],
  ];
  it.each(WAYS)('is not foreign, named by %s', async (_way, named) => {
    const foreign = named(FOREIGN, FOREIGN_ID);
    const own = named(1, 'own');
    for (const [uid, wrap] of [
      [UIDS.post, (value: unknown) => ({ title: 'A title', website: value })],
      [UIDS.post, (value: unknown) => ({ part: { website: value } })],
      [UIDS.post, (value: unknown) => ({ parts: [null, { website: value }] })],
      // On the other side of the relation, where an entry that is named is changed.
      [UIDS.website, (value: unknown) => ({ posts: value })],
    ] as const) {
      await expect(save(wrap(foreign), uid)).rejects.toThrow(
        expect.objectContaining({ name: 'ForbiddenError' }),
      );
      await save(wrap(own), uid);
      // Who may read all is not asked.
      await save(wrap(foreign), uid, strapi({ isNarrowed: false }));
    }
  });

  it('is nothing, or of no type of ours', async () => {
    const asked: Named[] = [];
    for (const data of [
      {},
      { website: null },
      { website: [] },
      { website: { set: [] } },
      { about: 7 },
      { part: null },
    ])
      await save(data, UIDS.post, strapi({ asked }));
    expect(asked).toEqual([]);
  });

  it.each([true, { id: true }, { connect: [true] }, { id: { id: 1 } }, { position: { before: [] } }])(
    'is named in a way that is known: %j',
    async (value) => {
      await expect(save({ website: value })).rejects.toThrow(
        expect.objectContaining({ name: 'ValidationError' }),
      );
    },
  );

  it('has numbers that databases can look up', async () => {
    const asked: Named[] = [];
    for (const value of [2 ** 31 - 1, 2 ** 31, -(2 ** 40), 0.5, '99999999999', 'x1'])
      await save({ website: value }, UIDS.post, strapi({ asked }));
    expect(asked.flatMap(({ id }) => id ?? [])).toEqual([2 ** 31 - 1]);
  });

  it('are users only for who may list them, but for those that Strapi writes', async () => {
    const by = (seesUsers: boolean, data: object) =>
      refuseForeignRelations(strapi(), ability(seesUsers), UIDS.post, data as Record<string, unknown>);
    await expect(by(false, { reviewer: 1 })).rejects.toThrow(
      expect.objectContaining({ name: 'ForbiddenError' }),
    );
    await by(true, { reviewer: 1 });
    for (const data of [{ createdBy: 1 }, { reviewer: null }, { reviewer: [] }]) await by(false, data);
  });
});
