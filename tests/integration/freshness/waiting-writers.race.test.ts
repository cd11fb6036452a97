import { UIDS } from '../../../src/plugins/content-delivery/server/src/platform/uids';
import { UID } from '../../fixtures/content';
import { databaseKind } from '../../support/databases';
import { outsideOfTransactions, someoneWaits } from '../../support/waiting-writers';
import { targets, withWarmingServer } from '../../support/warmed';

const { posts, terms } = targets;

describe('writers who meet:', () => {
  const { server, content, api, site } = withWarmingServer();

  describe('a file changes while a post begins to use it:', () => {
    const TWO = 'https://cms.example.com/uploads/two.webp';

    /** A website that has shown its empty list, a draft that uses an image, and a change of that image. */
    const arranged = async () => {
      const website = await site();
      const image = await content.image('/uploads/one.webp');
      const { documentId } = await content.draft(website.documentId, {
        slug: 'post',
        featuredImage: image,
      });
      await api.warm(posts(website), []);
      return {
        website,
        image,
        publish: () => content.publish(UID.post, documentId),
        rename: () =>
          server.strapi.db
            .query('plugin::upload.file')
            .update({ where: { id: image }, data: { url: '/uploads/two.webp' } }),
      };
    };

    it('the post is saved first, and the change waits for it', async () => {
      const { website, publish, rename } = await arranged();
      let renaming: Promise<unknown> = Promise.resolve();
      await server.strapi.db.transaction(async () => {
        await publish();
        renaming = outsideOfTransactions(rename);
        await someoneWaits(server.strapi);
      });
      await api.get(posts(website));
      await renaming;
      await api.warm(posts(website), [{ featuredImage: TWO }]);
    });

    it('the file is changed first, and the post waits for it', async () => {
      const { website, publish, rename } = await arranged();
      let publishing: Promise<unknown> = Promise.resolve();
      await server.strapi.db.transaction(async () => {
        await rename();
        publishing = outsideOfTransactions(publish);
        await Promise.race([publishing, someoneWaits(server.strapi)]);
      });
      await publishing;
      await api.warm(posts(website), [{ featuredImage: TWO }]);
    });
  });

  it('a tag is moved while its new name waits: where it is now, readers see the name', async () => {
    const [from, to] = [await site(), await site()];
    const { documentId } = await content.tag(from.documentId, 'Before');
    const named = (name: string) => ({ tags: [{ name }] });
    let renaming: Promise<unknown> = Promise.resolve();
    let isRead: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (isRead = resolve));
    let isRenamed: () => void = () => undefined;
    const renamed = new Promise<void>((resolve) => (isRenamed = resolve));
    const rename = () =>
      server.strapi.db.transaction(async () => {
        await content.update(UID.tag, documentId, { name: 'After' });
        isRenamed();
        await wait;
      });
    await server.strapi.db.transaction(async () => {
      await content.update(UID.tag, documentId, { website: to.documentId });
      renaming = outsideOfTransactions(rename);
      await someoneWaits(server.strapi);
    });
    await Promise.race([renamed, renaming]);
    // After the move and before the name: the answer is cached.
    await api.warm(terms(to), named('Before'));
    isRead();
    await renaming;
    await api.warm(terms(to), named('After'));
  });

  // SQLite has one writer at a time, on one connection.
  const kind = databaseKind();
  if (kind !== 'sqlite') {
    interface Limits {
      wait: unknown;
      pause: unknown;
    }
    const LIMITS = {
      postgres:
        "SELECT current_setting('lock_timeout') AS wait, current_setting('idle_in_transaction_session_timeout') AS pause",
      mysql: 'SELECT @@innodb_lock_wait_timeout AS wait, @@idle_write_transaction_timeout AS pause',
    };
    /** So that nobody has to wait for it here. */
    const SHORTER = {
      postgres: "SET LOCAL lock_timeout = '100ms'",
      mysql: 'SET SESSION innodb_lock_wait_timeout = 1',
    };

    it('a transaction neither waits without end for another one, nor keeps what it has locked when its server has gone', async () => {
      const { db } = server.strapi;
      const [free, held] = [(await site()).documentId, (await site()).documentId];
      const other = await outsideOfTransactions(() => db.connection.transaction());
      try {
        const revisions = db.metadata.get(UIDS.revision).tableName;
        await other(revisions)
          .where({ scope: `website:${held}` })
          .update({ revision: other.ref('revision') });
        let limits: Limits | undefined;
        const write = () =>
          db.transaction(async ({ trx }) => {
            await content.tag(free);
            const result = (await trx.raw(LIMITS[kind])) as unknown as { rows: Limits[] } | [Limits[]];
            limits = (Array.isArray(result) ? result[0] : result.rows)[0];
            await trx.raw(SHORTER[kind]);
            try {
              await content.tag(held);
            } finally {
              if (kind === 'mysql') await trx.raw('SET SESSION innodb_lock_wait_timeout = 20');
            }
          });
        await expect(outsideOfTransactions(write)).rejects.toThrow('Please try again');
        expect(limits).toEqual(
          kind === 'mysql' ? { wait: '20', pause: '60' } : { wait: '20s', pause: '1min' },
        );
      } finally {
        await other.rollback();
      }
    });
  }
});
