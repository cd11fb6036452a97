import request from 'supertest';
import { isSelected, selectorsIn, type MetricSelector } from '../../support/metric-selectors';
import { parseScrape } from '../../support/scrape';
import { withServer } from '../../support/with-server';
import { fileText } from '../../support/committed-files';

const TOKEN = 'a-token-of-the-tests';

/** Those of Prometheus, and what is chosen on the dashboard. */
const withoutTargets = ({ matchers, ...selector }: MetricSelector): MetricSelector => ({
  ...selector,
  matchers: matchers.filter(
    ({ label, value }) => !['job', 'instance'].includes(label) && !value.startsWith('$'),
  ),
});

// What is renamed here is renamed in the files that ask for it.
describe('the names of metrics', () => {
  const { server, content, api } = withServer({ METRICS_TOKEN: TOKEN });

  /** A website was read, and nothing has failed. */
  const scrape = async (): Promise<string> => {
    const { key } = await content.website();
    await api.blog(key);
    await api.blog(key);
    const { text } = await request(server.strapi.server.httpServer)
      .get('/_metrics')
      .set('Authorization', `Bearer ${TOKEN}`);
    return text;
  };

  it('are those that alerts and the dashboard ask for, with their labels, before anything has failed', async () => {
    const samples = parseScrape(await scrape());
    const rules = selectorsIn(fileText('deploy/prometheus/content-delivery.rules.yml'));
    const dashboard = selectorsIn(fileText('docs/operations/grafana-dashboard.json').replaceAll('\\"', '"'));
    expect([rules.length > 15, dashboard.length > 30]).toEqual([true, true]);
    const asked = [...rules, ...dashboard].map(withoutTargets);
    const missing = asked.filter((selector) => !samples.some((sample) => isSelected(sample, selector)));
    // Counted by website, and so not before the first: errors_total is there for alerts.
    const isOfWebsites = ({ text }: MetricSelector): boolean =>
      text.startsWith('content_delivery_requests_total') && text.includes('status=~"5.."');
    expect(missing.filter((selector) => !isOfWebsites(selector)).map(({ text }) => text)).toEqual([]);
  });

  it('are each described', async () => {
    const families = Array.from(
      (await scrape()).matchAll(/^# TYPE (content_delivery_\S+)/gm),
      ([, name]) => name,
    );
    const page = fileText('docs/operations/monitoring.md');
    expect(families.length).toBeGreaterThan(25);
    expect(families.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('would be missed', () => {
    const samples = parseScrape('content_delivery_jobs{kind="pages",state="failed"} 0\n');
    const isThere = (query: string): boolean =>
      selectorsIn(query).every((selector) => samples.some((sample) => isSelected(sample, selector)));
    expect(isThere('max by (kind) (delta(content_delivery_jobs{state="failed"}[30m])) > 0')).toBe(true);
    expect(isThere('content_delivery_jobs{state=~"failed|waiting",kind!="import"}')).toBe(true);
    for (const query of [
      'content_delivery_job{state="failed"}',
      'content_delivery_jobs{state="faile"}',
      'content_delivery_jobs{state=~"fail"}',
      'content_delivery_jobs{states="failed"}',
      'content_delivery_jobs{kind!="pages"}',
    ])
      expect(isThere(query)).toBe(false);
  });
});
