import request from 'supertest';
import { UID, unique } from '../../../fixtures/content';
import { rowsOf } from '../../../support/documents';
import { withServer } from '../../../support/with-server';

const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;

describe('a question that keeps the database busy', () => {
  const { server, content, asSuperAdmin } = withServer();
  const admin = asSuperAdmin();

  it('is given up when the database has worked on it for ten seconds, and others are answered', async () => {
    const account = await content.account();
    const connection = server.strapi.db.connection;
    const metadata = (uid: string) =>
      server.strapi.db.metadata.get(uid) as unknown as {
        tableName: string;
        attributes: Record<
          string,
          {
            joinTable?: { name: string; joinColumn: { name: string }; inverseJoinColumn: { name: string } };
          }
        >;
      };
    const { id } = (await rowsOf(server.strapi, UID.account).findOne({
      where: { documentId: account.documentId },
    })) as { id: number };
    for (const [uid, text, number] of [
      [UID.website, 'name', 3000],
      [UID.link, 'keyword', 4000],
    ] as const) {
      const { tableName, attributes } = metadata(uid);
      const { joinTable } = attributes['account'] ?? {};
      if (!joinTable) throw new Error(`${uid} has no account.`);
      const rows = Array.from({ length: number }, (_, at) => ({
        document_id: unique('many'),
        [text]: `a text with the number ${at}`,
      }));
      await connection.batchInsert(tableName, rows, 400);
      const made: { id: number }[] = await connection(tableName)
        .select('id')
        .where('document_id', 'like', 'many-%');
      await connection.batchInsert(
        joinTable.name,
        made.map((row) => ({
          [joinTable.joinColumn.name]: row.id,
          [joinTable.inverseJoinColumn.name]: id,
        })),
        400,
      );
    }
    // A condition on both lists cannot be held against one of them alone: twelve million pairs, each of them compared.
    const question = [
      ...Array.from(
        { length: 48 },
        (_, at) => `filters[$or][0][websites][$or][${at}][name][$containsi]=q${at}`,
      ),
      'filters[$or][1][internalLinks][keyword][$containsi]=qq',
    ].join('&');
    let isAnswered = false;
    const tooLong = admin.get(entries(UID.account, `?${question}`)).then((answer) => {
      isAnswered = true;
      return answer;
    });
    // The server itself is free meanwhile.
    expect((await request(server.strapi.server.httpServer).get('/_health')).status).toBe(204);
    expect(isAnswered).toBe(false);
    const [refused, waiting] = await Promise.all([tooLong, admin.get(entries(UID.post))]);
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('ten seconds') } },
    });
    expect(JSON.stringify(refused.body)).not.toMatch(/select|internal_links/i);
    expect(waiting.status).toBe(200);
    expect((await admin.get(entries(UID.account))).status).toBe(200);
  }, 120_000);
});
