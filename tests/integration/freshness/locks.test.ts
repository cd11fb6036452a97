import { lockRevisions } from '../../../src/plugins/content-delivery/server/src/freshness/revisions';
import { unique } from '../../fixtures/content';
import { withServer } from '../../support/with-server';

describe('locks of revisions', () => {
  const { server } = withServer();

  it('have a row to wait for where nothing has been counted yet, as after a transfer of content alone', async () => {
    const scope = `website:${unique('website')}` as const;
    const rows = () =>
      server.strapi.db.query('plugin::content-delivery.revision').count({ where: { scope } });
    await server.strapi.db.transaction(async () => {
      expect(await lockRevisions(server.strapi, [scope])).toBe(true);
      expect(await lockRevisions(server.strapi, [scope])).toBe(false);
    });
    expect(await rows()).toBe(1);
    await server.strapi.db.transaction(async () => {
      expect(await lockRevisions(server.strapi, [scope])).toBe(true);
    });
    expect(await rows()).toBe(1);
  });
});
