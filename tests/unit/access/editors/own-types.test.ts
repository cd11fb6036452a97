import type { Core } from '@strapi/strapi';
import { refuseForeignMedia } from '../../../../src/plugins/content-delivery/server/src/access/editors/files/entries';
import type { ReadScope } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/access';
import { checkOperand } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/operators';
import { hideUnreadable } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/visible';

const OWN = 'api::own.own';
const PICTURE = 'own.picture';
const FOREIGN_FILE = 7;

/** What types that a project adds may have, and none of ours has. */
const MODELS: Record<string, object> = {
  [OWN]: {
    about: { type: 'relation', relation: 'morphToOne' },
    parts: { type: 'dynamiczone', components: [PICTURE] },
  },
  [PICTURE]: { image: { type: 'media', multiple: false } },
};

type Write = (context: object, next: () => Promise<unknown>) => Promise<unknown>;

const strapiWithOwnTypes = () => {
  const middlewares: Write[] = [];
  const strapi = {
    components: { [PICTURE]: {} },
    documents: { use: (middleware: Write) => middlewares.push(middleware) },
    getModel: (uid: string) => MODELS[uid] && { uid, attributes: MODELS[uid] },
    db: {
      query: () => ({
        count: ({ where }: { where: { id: number } }) => Promise.resolve(where.id === FOREIGN_FILE ? 0 : 1),
      }),
    },
  } as unknown as Core.Strapi;
  return { strapi, middlewares };
};

describe('an entry of a type that a project adds, for a restricted editor,', () => {
  const { strapi, middlewares } = strapiWithOwnTypes();
  refuseForeignMedia(strapi, () => Promise.resolve([1]));
  const save = (parts: unknown) =>
    middlewares[0]?.({ action: 'update', uid: OWN, params: { data: { parts } } }, () =>
      Promise.resolve('saved'),
    );

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
  ])('leaves a dynamic zone to Strapi that %s', async (_what, parts) => {
    expect(await save(parts)).toBe('saved');
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

it('a time of day is compared with times', () => {
  const compare = (operand: string) => checkOperand('filters', 'opens', { type: 'time' }, { $gt: operand });
  for (const time of ['09:30', '09:30:00', '09:30:00.000']) expect(() => compare(time)).not.toThrow();
  for (const other of ['9:30', 'noon', '09:30; x'])
    expect(() => compare(other)).toThrow('"opens" is compared with times.');
});
