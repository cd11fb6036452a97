import { createOrders } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists';
import { createLongLists } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/long-lists';
import type { Caller } from '../../../../src/plugins/content-delivery/server/src/delivery/authentication/websites';
import type { DeliverySnapshot } from '../../../../src/plugins/content-delivery/server/src/delivery/queries';

/** More than half of what lists that are built side by side may take. */
const LARGE = 20 * 1024 * 1024;

describe('long lists that wait for memory', () => {
  const callerOf = (documentId: string) =>
    ({
      website: { id: 1, documentId, account: 'account', withholdsScheduled: false },
      validity: { revisions: [0, 0, 0, 0] },
    }) as unknown as Caller;
  const snapshot = {
    now: new Date(0),
    revisions: async () => [0, 0, 0, 0],
    redirects: async () => [{ from: 'old', to: 'new' }],
  } as unknown as DeliverySnapshot;

  it('are built once for all who wait, and anew for who comes when they are being read', async () => {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const session = jest.fn(async () => {
      await begun;
      return { snapshot, close: async () => undefined };
    });
    const { build } = createLongLists({
      queries: { session },
      orders: createOrders(),
      publicUrl: '',
      templates: {} as never,
    });
    const ask = (website: string) => build({ route: 'redirects' }, callerOf(website), LARGE, LARGE);

    const [first, waiting] = [ask('first'), ask('second')];
    expect(ask('second')).toBe(waiting);
    begin();
    const built = await Promise.all([first, waiting]);
    for (const { made } of built) expect(made?.bytes.toString()).toBe('[{"from":"old","to":"new"}]');
    expect(session).toHaveBeenCalledTimes(2);
    await ask('second');
    expect(session).toHaveBeenCalledTimes(3);
  });
});
