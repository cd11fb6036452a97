import { followWrites } from '../../support/replica';
import { withServer } from '../../support/with-server';

/** The same at every run; another one may find what it misses. */
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 18);

describe('a copy that is kept by the changes', () => {
  const { server, content } = withServer();

  it('has the same bytes as one that reads everything, after each of many writes', async () => {
    const done = await followWrites(server, content, { writes: 200, seed: SEED });
    expect(done.size).toBeGreaterThan(30);
  }, 180_000);
});
