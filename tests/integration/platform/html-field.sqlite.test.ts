import type { Knex } from 'knex';
import request from 'supertest';
import { UID } from '../../fixtures/content';
import { signInWith } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const FIELDS = [
  [UID.post, 'content'],
  [UID.campaign, 'htmlTemplate'],
  [UID.page, 'html'],
] as const;

describe('attributes with HTML', () => {
  const { server, content } = withServer();

  it.each(FIELDS)('%s.%s is a text for the server, edited by the HTML editor', (uid, attribute) => {
    expect(server.strapi.contentType(uid).attributes[attribute]).toMatchObject({
      type: 'text',
      customField: 'plugin::content-delivery.html',
    });
  });

  it.each(FIELDS)('%s.%s has a column that holds any length', async (uid, attribute) => {
    const { tableName, attributes } = server.strapi.db.metadata.get(uid);
    const { columnName } = attributes[attribute] as unknown as { columnName: string };
    const columns = await (server.strapi.db.connection as Knex)(tableName).columnInfo();
    // MariaDB's `text` ends at 64 KB.
    expect((columns as unknown as Record<string, { type: string }>)[columnName]?.type).toMatch(
      server.strapi.db.dialect.client === 'mysql' ? /^longtext$/ : /^(longtext|text)$/,
    );
  });

  it('come back with more than 1 MB, and are searched and compared as texts', async () => {
    const { documentId: website } = await content.website();
    const html = `<p>Needle</p>${'<p>&nbsp;☕️\r\n</p>'.repeat(80_000)}`;
    const { documentId } = await content.post(website, { content: html });
    const found = await server.strapi.documents(UID.post).findFirst({
      filters: { content: { $startsWith: '<p>Needle' } },
    } as never);
    expect(found).toMatchObject({ documentId });
    expect((found as unknown as { content: string }).content === html).toBe(true);
  });

  it('get images under the address that front ends know, for who may open the media library', async () => {
    const path = '/content-delivery/public-address';
    const { strapi } = server;
    const { panel } = await signInWith(strapi, [{ action: 'plugin::upload.read', subject: null }]);
    const { config } = serviceOf(strapi, 'delivery');
    const place = {
      publicUrl: config.publicUrl,
      filesAt: config.publicUrl,
      maxFileBytes: config.requestBodies.fileBytes,
    };
    expect(await panel.get(path)).toEqual({ status: 200, body: { data: { ...place, isGuess: false } } });

    const { panel: other } = await signInWith(strapi, []);
    expect((await other.get(path)).status).toBe(403);
    expect((await request(strapi.server.httpServer).get(path)).status).toBe(401);
  });
});
