import { UID } from '../../fixtures/content';
import type { Answer } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

interface Query {
  sql: string;
  __knexTxId?: string;
}

/** What an editor waits for: each statement takes the way to the database and back. Most of them are Strapi's. */
describe('the transaction of a write takes no more statements than it did:', () => {
  const { server, content, asSuperAdmin, documentsOf } = withServer();
  const anna = asSuperAdmin();
  const posts = documentsOf(UID.post);

  /** The statements of the transaction that changes posts, its beginning and end among them. */
  const countOf = async (write: () => Promise<unknown>): Promise<number> => {
    const transactions = new Map<string, string[]>();
    const note = ({ sql, __knexTxId: id }: Query): void => {
      const known = id === undefined ? undefined : (transactions.get(id) ?? []);
      // SQLite's one connection has its name for a moment longer.
      if (id === undefined || !known || known.some((one) => one.startsWith('COMMIT'))) return;
      transactions.set(id, [...known, sql]);
    };
    const { connection } = server.strapi.db;
    connection.on('query', note);
    await write();
    connection.removeListener('query', note);
    const changing = [...transactions.values()].filter((statements) =>
      statements.some((sql) => /^(insert into|update) (\S+\.)?.posts. /.test(sql)),
    );
    expect(changing).toHaveLength(1);
    return changing[0]?.length ?? 0;
  };

  const arranged = async (tags: number) => {
    const website = await content.website();
    const data = {
      category: (await content.category(website.documentId)).documentId,
      author: (await content.author(website.documentId)).documentId,
      tags: await Promise.all(
        Array.from({ length: tags }, async () => (await content.tag(website.documentId)).documentId),
      ),
    };
    const { documentId } = await content.post(website.documentId, data);
    const path = `/content-manager/collection-types/${UID.post}/${documentId}`;
    const unchanged = { connect: [], disconnect: [] };
    /** As the panel's form sends it. */
    const form = async () => {
      const opened = (await anna.get(path)).body.data as Record<string, unknown>;
      return {
        title: 'Changed',
        slug: opened['slug'],
        publishDate: opened['publishDate'],
        ...{
          website: unchanged,
          category: unchanged,
          tags: unchanged,
          author: unchanged,
          featuredImage: null,
        },
        openedVersion: opened['openedVersion'],
      };
    };
    const send = async (method: 'put' | 'post', action: string): Promise<number> => {
      const body = await form();
      let answer: Answer | undefined;
      const name = { 'Idempotency-Key': `${method}-${documentId}` };
      const count = await countOf(async () => (answer = await anna[method](path + action, body, name)));
      expect(answer?.status).toBe(200);
      return count;
    };
    return {
      website,
      data,
      save: () => send('put', ''),
      publish: () => send('post', '/actions/publish'),
    };
  };

  it('a save and a publication of the panel, whatever the number of tags', async () => {
    const [few, many] = [await arranged(1), await arranged(5)];
    const saves = [await few.save(), await many.save()];
    const publications = [await few.publish(), await many.publish()];
    expect(saves).toEqual([saves[0], saves[0]]);
    expect(publications).toEqual([publications[0], publications[0]]);
    expect(saves[0]).toBeLessThanOrEqual(36);
    expect(publications[0]).toBeLessThanOrEqual(110);
  });

  it('a post that a script creates and publishes', async () => {
    const { website, data } = await arranged(1);
    const create = () =>
      posts.create({
        data: { ...data, title: 'From a script', website: website.documentId },
        status: 'published',
      });
    expect(await countOf(create)).toBeLessThanOrEqual(70);
  });
});
