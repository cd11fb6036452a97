import {
  isPermitted,
  mayNotUpload,
  type PermissionRoute,
} from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/permitted';

describe('a body is read', () => {
  const permitted = async (policies: unknown, answer: unknown) => {
    const asked: unknown[] = [];
    const strapi = {
      get: () => ({
        resolve(names: unknown[]) {
          asked.push(...names);
          return names.map(() => ({ handler: async () => answer, config: {} }));
        },
      }),
    };
    const isRead = await isPermitted(strapi as never, { request: {}, state: {} } as never, {
      config: { policies },
    });
    return { isRead, asked };
  };

  it('where the route asks for no permission', async () => {
    for (const policies of [undefined, [], ['own'], [{ name: 'own' }], [{}]]) {
      expect(await permitted(policies, false)).toEqual({ isRead: true, asked: [] });
    }
  });

  it.each([
    [true, true],
    [undefined, true],
    [false, false],
    [null, false],
    ['no', false],
  ])('where the policies that ask for one say %j: %j', async (answer, expected) => {
    const asking = ['admin::isAuthenticatedAdmin', { name: 'plugin::content-manager.hasPermissions' }];
    expect(await permitted(['own', ...asking], answer)).toEqual({ isRead: expected, asked: asking });
  });
});

describe('files are refused before they are read', () => {
  const isRefused = (
    handler: string,
    may: readonly string[] | null,
    { query = {}, pluginName = 'upload' }: { query?: object; pluginName?: string } = {},
  ) => {
    const userAbility = may && { can: (action: string) => may.includes(action.replace(/.*\./, '')) };
    const ctx = { query, state: userAbility ? { userAbility } : {} };
    return mayNotUpload(ctx as never, { info: { pluginName }, handler } satisfies PermissionRoute);
  };

  it('from who may not add any', () => {
    for (const handler of ['admin-upload.upload', 'admin-upload.uploadFile']) {
      expect([
        isRefused(handler, []),
        isRefused(handler, ['update']),
        isRefused(handler, ['create']),
      ]).toEqual([true, true, false]);
    }
  });

  it('from who may not replace one', () => {
    for (const [handler, query] of [
      ['admin-upload.replaceFile', {}],
      ['admin-upload.upload', { id: '1' }],
    ] as const) {
      expect([isRefused(handler, ['create'], { query }), isRefused(handler, ['update'], { query })]).toEqual([
        true,
        false,
      ]);
    }
  });

  it('and not where the route asks nothing of the media library, or nobody is signed in', () => {
    expect(isRefused('folder.create', [])).toBe(false);
    expect(isRefused('admin-upload.upload', [], { pluginName: 'other' })).toBe(false);
    expect(isRefused('admin-upload.upload', null)).toBe(false);
  });
});
