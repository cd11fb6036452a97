import { createStartLock } from '../../../../src/plugins/content-delivery/server/src/operation/startup/lock';

describe('the lock of servers that start at once, on MariaDB', () => {
  const lockThatAnswers = (taken: unknown) => {
    const destroyed: object[] = [];
    const connection = {};
    const client = {
      acquireRawConnection: () => Promise.resolve(connection),
      destroyRawConnection: (one: object) => Promise.resolve(void destroyed.push(one)),
      query: () => Promise.resolve({ response: [[{ taken }], []] }),
    };
    const db = {
      connection: { client },
      dialect: { client: 'mysql' },
      getInfo: () => ({ displayName: 'test' }),
      getSchemaName: () => undefined,
    };
    return { lock: createStartLock({ db } as never), connection, destroyed };
  };

  it('is held when the answer is 1', async () => {
    const { lock, connection, destroyed } = lockThatAnswers(1);
    await lock.acquire();
    expect(destroyed).toEqual([]);
    await lock.release();
    expect(destroyed).toEqual([connection]);
  });

  // The time is up, or somebody has ended the wait.
  it.each([0, null])('is not held when it is %p, and the server does not start', async (taken) => {
    const { lock, connection, destroyed } = lockThatAnswers(taken);
    await expect(lock.acquire()).rejects.toThrow('Another server has been starting for 600 s');
    expect(destroyed).toEqual([connection]);
  });
});
