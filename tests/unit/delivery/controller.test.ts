import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context } from 'koa';
import { createDeliveryController } from '../../../src/plugins/content-delivery/server/src/delivery/controller';
import { SemaphoreTimeout } from '../../../src/plugins/content-delivery/server/src/platform/semaphore';

describe('a long list that cannot be begun', () => {
  const refusalOf = async (fault: Error) => {
    const set = jest.fn();
    const { blog } = createDeliveryController({
      answers: {
        get: async () => ({ version: 'v', tags: [], headers: {}, open: () => Promise.reject(fault) }),
      },
      queryOf: () => ({
        deliveryQuery: () => ({ route: 'blog' }),
        previewToken: () => null,
        key: () => null,
      }),
      unknownSlugs: new WeakMap(),
      cacheControl: '',
      cacheTags: '',
    } as never);
    const req = new IncomingMessage(new Socket());
    const ctx = {
      req,
      res: new ServerResponse(req),
      method: 'GET',
      headers: {},
      get: () => '',
      set,
      state: { auth: { credentials: {} } },
    };
    const error: unknown = await blog(ctx as unknown as Context).catch((thrown: unknown) => thrown);
    return { error, headers: set.mock.calls as unknown[] };
  };

  it('for want of a place is refused for some seconds', async () => {
    const { error, headers } = await refusalOf(new SemaphoreTimeout());
    expect(error).toMatchObject({ status: 503, message: expect.stringMatching(/^Too many long lists/) });
    expect(headers).toEqual([['Retry-After', '10']]);
  });

  it('for any other reason says that one', async () => {
    const fault = Object.assign(new Error('The database does not answer.'), { status: 503 });
    expect(await refusalOf(fault)).toEqual({ error: fault, headers: [] });
  });
});
