import {
  allowanceOf,
  type Sender,
} from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/allowance';

const CONFIG = { entryBytes: 20_000_000, fileBytes: 200_000_000, senders: [] };
const SHORT = 100_000;
const SETTINGS = 1_000_000;
type Route = Parameters<typeof allowanceOf>[1];

const of = (sender: Sender, route: Route, config = CONFIG) => {
  const { jsonBytes, formBytes, fileBytes } = allowanceOf(sender, route, config);
  return [jsonBytes, formBytes, fileBytes];
};

describe('what may be sent', () => {
  it.each<[string, Route]>([
    ['a route of a plugin', { info: { pluginName: 'content-manager' } }],
    ['an upload', { info: { pluginName: 'upload' }, handler: 'content-api.upload' }],
    ["a project's own type", { info: { apiName: 'order' } }],
    ['an unknown route', {}],
  ])('is short before signing in: %s', (_name, route) => {
    expect(of('anonymous', route)).toEqual([SHORT, SHORT, 0]);
    expect(of('anonymous', route, { ...CONFIG, entryBytes: 50 })).toEqual([50, 50, 0]);
  });

  it.each<[string, Route, number, number]>([
    ['an entry', { info: { pluginName: 'content-manager' } }, CONFIG.entryBytes, 0],
    [
      "an entry of a project's own type, with files",
      { info: { apiName: 'order' } },
      CONFIG.entryBytes,
      CONFIG.fileBytes,
    ],
    [
      'an upload',
      { info: { pluginName: 'upload' }, handler: 'admin-upload.upload' },
      CONFIG.entryBytes,
      CONFIG.fileBytes,
    ],
    [
      'an import',
      { info: { pluginName: 'content-delivery' }, handler: 'imports.upload' },
      CONFIG.entryBytes,
      CONFIG.fileBytes,
    ],
    [
      'the handler of another plugin by that name',
      { info: { pluginName: 'other' }, handler: 'imports.upload' },
      SETTINGS,
      0,
    ],
    [
      'logos',
      { info: { pluginName: 'admin' }, handler: 'admin.updateProjectSettings' },
      SETTINGS,
      CONFIG.fileBytes,
    ],
    ['settings', { info: { pluginName: 'admin' }, handler: 'role.update' }, SETTINGS, 0],
    ['an unknown route', {}, SETTINGS, 0],
  ])('once signed in is as long as it has to be: %s', (_name, route, json, files) => {
    expect(of('signed in', route)).toEqual([json, SETTINGS, files]);
  });

  it('of unsaved work is less than an entry', () => {
    const route = { info: { pluginName: 'content-delivery' }, handler: 'unsaved-work.keep' };
    const [json = 0] = of('signed in', route);
    expect(json).toBeLessThan(CONFIG.entryBytes);
    expect(of('signed in', route, { ...CONFIG, entryBytes: 50 })).toEqual([50, 50, 0]);
  });
});
