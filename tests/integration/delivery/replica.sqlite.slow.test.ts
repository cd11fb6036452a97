import { followWrites } from '../../support/replica';
import { withServer } from '../../support/with-server';

const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 51);

describe('a copy that is kept by the changes, for long', () => {
  const { server, content } = withServer();

  it('has the same bytes as one that reads everything, after each of a thousand writes', async () => {
    const done = await followWrites(server, content, { writes: 1_000, seed: SEED });
    if (process.env['REPLICA_SHOW']) console.log(Object.fromEntries(done));
    expect(done.size).toBeGreaterThan(45);
  }, 1_200_000);
});
