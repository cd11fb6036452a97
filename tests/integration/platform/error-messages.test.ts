import { withServer } from '../../support/with-server';

describe('an error of the database', () => {
  const { server } = withServer();

  it('names the statement, and nothing of what is stored or searched for', async () => {
    const db = server.strapi.db.connection;
    const failing = db('posts').where('title', 'a secret title').select('missing');
    const message = await failing.then(
      () => 'none',
      (error: Error) => error.message,
    );
    expect(message).toContain('missing');
    expect(message).not.toContain('a secret title');
  });
});
