import type { Core } from '@strapi/strapi';
import { refuseForeignMedia } from '../../../../src/plugins/content-delivery/server/src/access/editors/files/entries';
import { refuseForeignRelations } from '../../../../src/plugins/content-delivery/server/src/access/editors/relations';
import type { ReadScope } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/access';
import { checkOperand } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/operators';
import { hideUnreadable } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/visible';
import { withChecker } from '../../../support/permission-checker';

const OWN = 'api::own.own';
const PICTURE = 'own.picture';
const FOREIGN_FILE = 7;
const FOREIGN_DOCUMENT = 'foreignfile';

/** What types that a project adds may have, and none of ours has. */
const MODELS: Record<string, object> = {
  [OWN]: {
    about: { type: 'relation', relation: 'morphToOne' },
    next: { type: 'relation', relation: 'oneToOne', target: OWN },
    card: { type: 'component', component: PICTURE },
    cards: { type: 'component', component: PICTURE, repeatable: true },
    parts: { type: 'dynamiczone', components: [PICTURE] },
  },
  [PICTURE]: {
    image: { type: 'media', multiple: false },
    title: { type: 'string' },
    post: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
    maker: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
  },
};

type Write = (context: object, next: () => Promise<unknown>) => Promise<unknown>;

const strapiWithOwnTypes = () => {
  const middlewares: Write[] = [];
  const strapi = {
    components: { [PICTURE]: {} },
    documents: { use: (middleware: Write) => middlewares.push(middleware) },
    getModel: (uid: string) => MODELS[uid] && { uid, attributes: MODELS[uid] },
    // Reading entries of these types depends on them, and of none is it allowed.
    ...withChecker(() => ({ requiresEntity: { read: () => true }, cannot: { read: () => true } })),
    db: {
      query: () => ({
        count: ({ where }: { where: { id?: number; documentId?: string } }) =>
          Promise.resolve(where.id === FOREIGN_FILE || where.documentId === FOREIGN_DOCUMENT ? 0 : 1),
        findMany: () => Promise.resolve([{ id: 1 }]),
      }),
    },
  } as unknown as Core.Strapi;
  return { strapi, middlewares };
};

describe('an entry of a type that a project adds, for a restricted editor,', () => {
  const { strapi, middlewares } = strapiWithOwnTypes();
  refuseForeignMedia(strapi, () => Promise.resolve([1]));
  const saveAll = (data: unknown, action = 'update') =>
    middlewares[0]?.({ action, uid: OWN, params: { data } }, () => Promise.resolve('saved'));
  const save = (parts: unknown) => saveAll({ parts });

  it.each([
    ['its number', FOREIGN_FILE, 1],
    ['its number in a text', String(FOREIGN_FILE), '1'],
    ['its id', FOREIGN_DOCUMENT, 'ownfile'],
    ['a list', [1, FOREIGN_FILE], [1, 2]],
    ['an object', { id: FOREIGN_FILE }, { id: 1 }],
    ['an object by its id', { documentId: FOREIGN_DOCUMENT }, { documentId: 'ownfile' }],
    ['connect', { connect: [{ id: FOREIGN_FILE }] }, { connect: [{ id: 1 }] }],
    ['set', { set: [FOREIGN_FILE] }, { set: [] }],
  ])('takes no foreign file that is named by %s, and others', async (_how, foreign, own) => {
    for (const wrap of [
      (image: unknown) => ({ card: { image } }),
      (image: unknown) => ({ cards: [{ title: 'First', image: null }, { image }] }),
    ]) {
      for (const action of ['create', 'clone', 'update'])
        await expect(saveAll(wrap(foreign), action)).rejects.toThrow('it belongs to another website');
      expect(await saveAll(wrap(own))).toBe('saved');
      expect(await saveAll(wrap(foreign), 'delete')).toBe('saved');
    }
  });

  it('is saved without files, and without data', async () => {
    for (const data of [undefined, { card: null, cards: [null, 'x'], parts: [] }])
      expect(await saveAll(data)).toBe('saved');
  });

  it('is related to others of its type as Strapi has it, which alone knows the conditions on these', async () => {
    await refuseForeignRelations(strapi, {}, OWN, { next: { connect: [{ id: 1 }] } });
  });

  it('takes no foreign file into a dynamic zone', async () => {
    await expect(save([{ __component: PICTURE, image: FOREIGN_FILE }])).rejects.toThrow(
      'it belongs to another website',
    );
    expect(await save([{ __component: PICTURE, image: 1 }])).toBe('saved');
  });

  it.each([
    ['is empty', null],
    ['names a component that there is not', [{ __component: 'own.none', image: FOREIGN_FILE }]],
    ['names no component', [{ image: FOREIGN_FILE }]],
    ['has nothing in it', [null]],
  ])('leaves a dynamic zone to Strapi that %s', async (_what, parts) => {
    expect(await save(parts)).toBe('saved');
  });

  it.each(['card', 'parts'])('is related to no foreign post, also by what it has in %s', async (name) => {
    const ability = { can: () => false };
    const save = (post: unknown) =>
      refuseForeignRelations(strapi, ability, OWN, { [name]: [{ __component: PICTURE, post }] });
    await expect(save({ connect: [1] })).rejects.toThrow('You can only choose what belongs to a website');
    await save({ connect: [] });
    await refuseForeignRelations(strapi, ability, OWN, {
      parts: [null, { __component: 'own.none', post: 1 }],
    });
  });

  it.each(['cards', 'parts'])('shows of users in its %s their names alone', async (name) => {
    const maker = { id: 3, firstname: 'Ida', email: 'ida@example.com' };
    const entry = { [name]: [{ __component: PICTURE, maker }, null] };
    await hideUnreadable(strapi, { seesUsers: false } as ReadScope, OWN, [entry]);
    expect(entry).toEqual({
      [name]: [{ __component: PICTURE, maker: { id: 3, firstname: 'Ida' } }, null],
    });
  });

  it('comes without the entry of any type that it is about; with it for who may read all', async () => {
    const shown = async (isUnrestricted: boolean) => {
      const entry = { id: 1, about: { id: 2, title: 'Foreign' }, parts: [{ __component: PICTURE }] };
      await hideUnreadable(strapi, { isUnrestricted } as ReadScope, OWN, [entry]);
      return Object.keys(entry);
    };
    expect(await shown(false)).toEqual(['id', 'parts']);
    expect(await shown(true)).toEqual(['id', 'about', 'parts']);
  });
});

it('a number is compared with what it can be, and nothing with nothing', () => {
  const compare = (type: string, operand: unknown) => () =>
    checkOperand('filters', 'size', { type }, operand);
  for (const given of ['1.5', '-0.1', '1e3', null, undefined])
    expect(compare('decimal', given)).not.toThrow();
  for (const given of ['', 'x', '1,5', 'Infinity'])
    expect(compare('float', given)).toThrow('"size" is compared with numbers.');
  expect(compare('biginteger', String(2 ** 40))).not.toThrow();
  for (const given of ['1.5', String(2 ** 60)])
    expect(compare('biginteger', given)).toThrow('"size" is compared with numbers.');
  expect(compare('string', {})).toThrow('"size" is compared with nothing.');
});

it('a time of day is compared with times', () => {
  const compare = (operand: string) => checkOperand('filters', 'opens', { type: 'time' }, { $gt: operand });
  for (const time of ['09:30', '09:30:00', '09:30:00.000']) expect(() => compare(time)).not.toThrow();
  for (const other of ['9:30', 'noon', '09:30; x'])
    expect(() => compare(other)).toThrow('"opens" is compared with times.');
});
