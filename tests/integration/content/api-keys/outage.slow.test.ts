import { contentOf } from '../../../fixtures/content';
import { apiKeysOf } from '../../../support/api-keys';
import { resumeClock, stopClockAt } from '../../../support/clock';
import { withOutage } from '../../../support/outage';
import { expectExactly, targets, warmingRequestsTo } from '../../../support/warmed';

const NOON = Date.UTC(2031, 4, 1, 12);
const HOUR = 3_600_000;
const stopClock = (moment: number): void => stopClockAt(new Date(moment).toISOString());

describe('an old API key', () => {
  const { server, outage } = withOutage();

  afterEach(() => {
    resumeClock();
    jest.restoreAllMocks();
  });

  it('ends at its moment even while the database is out of reach', async () => {
    const content = contentOf(server.strapi);
    const { documentId, key: old } = await content.website();
    await content.post(documentId, { slug: 'post' });
    const api = await warmingRequestsTo(server);
    stopClock(NOON);
    const next = await apiKeysOf(server.strapi).rotate(documentId, HOUR);
    stopClock(NOON + HOUR - 1);
    for (const key of [old, next]) await api.warm(targets.post({ key }, 'post'), { slug: 'post' });
    jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    await outage.begin();
    try {
      expectExactly(await api.get(targets.post({ key: old }, 'post')), {}, 'database-unreachable');
      stopClock(NOON + HOUR);
      expectExactly(await api.get(targets.post({ key: next }, 'post')), {}, 'database-unreachable');
      expectExactly(await api.get(targets.post({ key: old }, 'post')), 503);
    } finally {
      await outage.end();
      api.close();
    }
  });
});
