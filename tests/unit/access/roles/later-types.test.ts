import {
  grantLaterTypes,
  grantLaterWebsiteFields,
} from '../../../../src/plugins/content-delivery/server/src/access/roles/later-types';
import * as revisions from '../../../../src/plugins/content-delivery/server/src/freshness/revisions';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';

jest.mock('../../../../src/plugins/content-delivery/server/src/freshness/revisions', () => ({
  claimOnce: jest.fn(),
}));

const READ = 'plugin::content-manager.explorer.read';
const UPDATE = 'plugin::content-manager.explorer.update';

interface Permission {
  id: number;
  action: string;
  subject: string;
  properties: { fields?: string[] | null } | null;
  conditions: string[];
  role: { id: number } | null;
}

const permission = (
  subject: string,
  fields: string[] | null,
  more: Partial<Permission> = {},
): Permission => ({
  id: 1,
  action: READ,
  subject,
  properties: { fields },
  conditions: [],
  role: { id: 7 },
  ...more,
});

/** What is written for an installation whose roles have these permissions. */
const writtenFor = async (grant: typeof grantLaterTypes, permissions: Permission[], isFirst = true) => {
  jest.mocked(revisions.claimOnce).mockResolvedValue(isFirst);
  const written: unknown[] = [];
  const query = {
    findMany: async () => permissions,
    create: async ({ data }: { data: unknown }) => void written.push({ created: data }),
    update: async ({ where, data }: { where: { id: number }; data: { properties: unknown } }) =>
      void written.push({ id: where.id, ...data }),
  };
  const db = { query: () => query, transaction: (work: () => unknown) => work() };
  await grant({ db } as never);
  return written;
};

describe('the rights of an older installation', () => {
  const author = (fields: string[] | null, more: Partial<Permission> = {}) => {
    const { action, subject, properties, conditions, role } = permission(UIDS.author, fields, more);
    const actionParameters = {};
    return { created: { action, actionParameters, subject, properties, conditions, role: role?.id } };
  };

  it('over authors are those over categories, field by field', async () => {
    expect(
      await writtenFor(grantLaterTypes, [permission(UIDS.category, ['name', 'website', 'posts'])]),
    ).toEqual([author(['name', 'slug', 'bio', 'url', 'image', 'website'])]);
    expect(
      await writtenFor(grantLaterTypes, [permission(UIDS.category, ['website'], { action: UPDATE })]),
    ).toEqual([author(['website'], { action: UPDATE })]);
    const all = permission(UIDS.category, null, { conditions: ['own'] });
    expect(await writtenFor(grantLaterTypes, [all])).toEqual([author(null, { conditions: ['own'] })]);
  });

  it('are left where a role has them already, or where there is no role', async () => {
    const known = permission(UIDS.author, ['name']);
    expect(await writtenFor(grantLaterTypes, [permission(UIDS.category, ['name']), known])).toEqual([]);
    const another = permission(UIDS.category, ['website'], { role: { id: 8 } });
    expect(await writtenFor(grantLaterTypes, [another, known])).toEqual([
      author(['website'], { role: { id: 8 } }),
    ]);
    expect(await writtenFor(grantLaterTypes, [permission(UIDS.category, ['name'], { role: null })])).toEqual(
      [],
    );
  });

  it.each<[string[] | null, string[] | null]>([
    [
      ['title', 'tags'],
      ['title', 'tags', 'author'],
    ],
    [['metaTitle'], ['metaTitle', 'language']],
    [
      ['tags', 'metaTitle', 'author'],
      ['tags', 'metaTitle', 'author', 'language'],
    ],
    [['tags', 'author'], null],
    [['title'], null],
    [null, null],
  ])('over fields of posts, %j, become %j', async (fields, expected) => {
    const written = await writtenFor(grantLaterTypes, [permission(UIDS.post, fields, { id: 5 })]);
    expect(written).toEqual(expected ? [{ id: 5, properties: { fields: expected } }] : []);
  });

  it('over fields of websites are widened as well', async () => {
    const website = permission(UIDS.website, ['name', 'url', 'image'], { id: 5 });
    expect(await writtenFor(grantLaterWebsiteFields, [website])).toEqual([
      { id: 5, properties: { fields: ['name', 'url', 'image', 'description'] } },
    ]);
  });

  it('are widened once', async () => {
    expect(await writtenFor(grantLaterTypes, [permission(UIDS.category, null)], false)).toEqual([]);
    expect(await writtenFor(grantLaterWebsiteFields, [permission(UIDS.website, ['url'])], false)).toEqual([]);
  });
});
