import { setTimeout as pause } from 'node:timers/promises';
import type { WebsitesAnswer } from '../../src/plugins/content-delivery/contracts/websites';
import { slugOf, variablesOf } from './pages';
import type { Panel } from './panel';
import type { Ref } from './server';

/** What the requests are about. */
export interface Content {
  website: Ref;
  otherWebsite: Ref;
  /** Nearly all pages are live and belong to `large`; the pages of `drafts` are not live. */
  large: Ref;
  small: Ref;
  drafts: Ref;
  /** Pages of `large`, the first by slug among them. */
  pages: string[];
  /** How many pages are live. */
  live: number;
}

export interface AdminRequest {
  name: string;
  /** How often it is made; each time another text is saved. */
  times: number;
  send(time: number): Promise<unknown>;
}

interface Progress {
  state: string;
  message: string | null;
}
interface JobAnswer {
  data: Progress & { documentId: string };
}
interface ImportAnswer {
  data: {
    documentId: string;
    matched: unknown[];
    check: Progress | null;
    run: Progress | null;
  };
}

const CAMPAIGNS = '/content-manager/collection-types/api::pseo-campaign.pseo-campaign';
const PAGES = '/content-manager/collection-types/api::pseo-page.pseo-page';
const WEBSITES = '/content-manager/collection-types/api::website.website';
const OWN = '/content-delivery';
const IMPORTED = 10_000;

/** Every kind of request of the admin panel that meets with many pages, in an order in which they can be made. */
export const adminRequests = (panel: Panel, content: Content): AdminRequest[] => {
  const { website, otherWebsite, large, small, pages, live } = content;
  const [page = ''] = pages;
  const ofWebsite = `website=${website.documentId}`;
  const asked = (name: string, send: AdminRequest['send'], times = 3): AdminRequest => ({
    name,
    times,
    send,
  });
  const once = (name: string, send: AdminRequest['send']): AdminRequest => asked(name, send, 1);
  const read = (name: string, path: string): AdminRequest => asked(name, () => panel.get(path));
  const list = (name: string, query: string): AdminRequest =>
    read(`page list, ${name}`, `${OWN}/pseo-pages?${ofWebsite}&${query}`);
  const entries = (name: string, query: string): AdminRequest =>
    read(`content manager, pages ${name}`, `${PAGES}?page=1&pageSize=10&${query}`);

  /** Waits for the end of work whose progress is at a path. */
  const ended = async <Answer>(path: string, progressIn: (answer: Answer) => Progress | null) => {
    for (;;) {
      const progress = progressIn((await panel.get(path)) as Answer);
      if (progress?.state === 'done') return;
      if (progress?.state !== 'waiting' && progress?.state !== 'running')
        throw new Error(progress?.message ?? `${path}: ${progress?.state}`);
      await pause(500);
    }
  };
  const job = async (path: string, body: Record<string, unknown>): Promise<void> => {
    const { data } = (await panel.post(path, body)) as unknown as JobAnswer;
    await ended<JobAnswer>(`${OWN}/pseo-page-jobs/${data.documentId}`, (answer) => answer.data);
  };
  const change = (action: string, selected: Record<string, unknown>) =>
    job(`${OWN}/pseo-page-jobs`, { action, ...selected });

  const save = (name: string, template: string, text: (time: number) => string): AdminRequest =>
    asked(`save a campaign, ${name}`, (time) =>
      panel.put(`${CAMPAIGNS}/${large.documentId}`, { [template]: text(time) }),
    );
  const plan = (order: string) => ({
    amount: 10,
    every: 'day',
    weekday: null,
    time: '09:00',
    timeZone: 'Europe/Berlin',
    order,
  });
  const currentKey = async (): Promise<string> => {
    const { data } = (await panel.get(`${OWN}/websites`)) as unknown as WebsitesAnswer;
    return data.find(({ documentId }) => documentId === website.documentId)?.keys?.current?.id ?? '';
  };
  const dripOf = async (): Promise<string> => {
    const { data } = await panel.get(`${OWN}/pseo-drips?${ofWebsite}`);
    return (data as { documentId: string }[])[0]?.documentId ?? '';
  };

  let imported: ImportAnswer['data'] | undefined;
  const importPath = (): string => `${OWN}/imports/${imported?.documentId}`;
  const importEnded = (kind: 'check' | 'run') => ended<ImportAnswer>(importPath(), ({ data }) => data[kind]);

  const all = { filter: { website: website.documentId } };
  const some = { website: website.documentId, pages: pages.slice(0, 50) };
  const cursor = (value: unknown) => Buffer.from(JSON.stringify([value, 'z'])).toString('base64url');

  return [
    read('websites page', `${OWN}/websites`),
    read('home page, recent entries', '/content-manager/homepage/recent-documents?action=update'),
    read('page counts', `${OWN}/pseo-pages/counts?${ofWebsite}`),
    read('page counts of a campaign', `${OWN}/pseo-pages/counts?${ofWebsite}&campaign=${large.documentId}`),
    read('page counts, search', `${OWN}/pseo-pages/counts?${ofWebsite}&search=city7`),
    list('first part', ''),
    list('last part', `cursor=${cursor('coffee/region9/city9')}`),
    list('a campaign of few pages', `campaign=${small.documentId}`),
    list('drafts', 'state=draft'),
    list('changed', 'state=changed'),
    list('search', 'search=city77'),
    list('search for what is nowhere', 'search=nowhere'),

    read('content manager, campaigns', `${CAMPAIGNS}?page=1&pageSize=100&sort=name:ASC`),
    entries('by id', ''),
    entries('by slug', 'sort=slug:ASC'),
    entries('by meta title', 'sort=metaTitle:ASC'),
    entries('by campaign', 'sort=campaign[name]:ASC'),
    entries('by last change', 'sort=updatedAt:DESC'),
    entries('searched', '_q=city77777'),
    entries('of a campaign', `sort=slug:ASC&filters[$and][0][campaign][documentId][$eq]=${large.documentId}`),
    entries('filtered by slug', 'filters[$and][0][slug][$contains]=city777'),
    read(
      'content manager, last part of pages',
      `${PAGES}?page=${Math.floor(live / 10)}&pageSize=10&sort=slug:ASC`,
    ),
    read('content manager, a page', `${PAGES}/${page}`),
    read(
      'content manager, campaign of a page',
      `/content-manager/relations/api::pseo-page.pseo-page/${page}/campaign?page=1&pageSize=5`,
    ),
    read(
      'content manager, campaigns to choose from',
      `/content-manager/relations/api::pseo-page.pseo-page/campaign?page=1&pageSize=10&id=${page}`,
    ),
    asked('campaign preview', () =>
      panel.post(`${OWN}/campaigns/preview`, {
        campaign: large.documentId,
        templates: null,
        page,
        variables: null,
        texts: null,
      }),
    ),

    save('name', 'name', (time) => `Large ${time}`),
    save('meta title', 'metaTitleTemplate', (time) => `Coffee in {{ city }}, ${time}`),
    save('HTML', 'htmlTemplate', (time) => `<h1>Coffee in {{ city }}</h1><p>{{ note }} ${time}</p>`),
    save(
      'slug template',
      'slugTemplate',
      (time) => `coffee/{{ region | downcase }}/{{ city | downcase }}${time > 0 ? `-${time}` : ''}`,
    ),
    asked('save a campaign that live pages refuse', () =>
      panel.refused('PUT', `${CAMPAIGNS}/${large.documentId}`, { metaTitleTemplate: '{{ lacking }}' }),
    ),
    asked('delete a campaign that has pages: refused', () =>
      panel.refused('DELETE', `${CAMPAIGNS}/${large.documentId}`),
    ),
    asked('save a page', (time) => panel.put(`${PAGES}/${page}`, { metaTitle: `Title ${time}` })),
    asked('publish a page', (time) =>
      panel.post(`${PAGES}/${page}/actions/publish`, { metaTitle: `Title, live ${time}` }),
    ),
    asked('discard changes of a page', () => panel.post(`${PAGES}/${page}/actions/discard`)),
    asked('unpublish a page', (time) => panel.post(`${PAGES}/${pages[time]}/actions/unpublish`)),
    once('content manager, unpublish 100', () =>
      panel.post(`${PAGES}/actions/bulkUnpublish`, { documentIds: pages.slice(100, 200) }),
    ),
    once('content manager, publish 100', () =>
      panel.post(`${PAGES}/actions/bulkPublish`, { documentIds: pages.slice(100, 200) }),
    ),
    once('content manager, delete 100', () =>
      panel.post(`${PAGES}/actions/bulkDelete`, { documentIds: pages.slice(200, 300) }),
    ),
    asked('save a website', (time) =>
      panel.put(`${WEBSITES}/${website.documentId}`, { name: `Website ${time}` }),
    ),
    asked('delete a website that has pages: refused', () =>
      panel.refused('DELETE', `${WEBSITES}/${website.documentId}`),
    ),
    asked('rotate a key', async () =>
      panel.post(`${OWN}/websites/${website.documentId}/api-key/rotate`, {
        currentKey: await currentKey(),
        oldKeyWorksFor: 'day',
      }),
    ),
    read('media library', '/upload/files?page=1&pageSize=24'),

    once('upload an import', async () => {
      const form = new FormData();
      form.set('campaign', small.documentId);
      form.set('file', new Blob([csv(live + 50_000, IMPORTED)]), 'pages.csv');
      imported = ((await panel.post(`${OWN}/imports`, form)) as unknown as ImportAnswer).data;
    }),
    once('check an import', async () => {
      await panel.post(`${importPath()}/check`, { mode: 'rows', targets: imported?.matched });
      await importEnded('check');
    }),
    asked('an import', () => panel.get(importPath())),
    asked('similar pages of an import', () => panel.get(`${importPath()}/alike?pageSize=50`)),
    once('run an import', async () => {
      await panel.post(`${importPath()}/run`, { publish: true, skipFaulty: true });
      await importEnded('run');
    }),
    once('delete an import', () => panel.delete(importPath())),

    once('preview of slugs, 50 pages', () =>
      panel.post(`${OWN}/pseo-page-slugs/preview`, { publish: true, ...some }),
    ),
    once('preview of slugs, all pages', () =>
      panel.post(`${OWN}/pseo-page-slugs/preview`, { publish: true, ...all }),
    ),
    once('regenerate slugs, all pages', async () => {
      const question = { publish: true, filter: { ...all.filter, campaign: large.documentId } };
      const { data } = await panel.post(`${OWN}/pseo-page-slugs/preview`, question);
      await job(`${OWN}/pseo-page-slugs`, { ...question, version: (data as { version: string }).version });
    }),
    once('move a campaign to another website', () =>
      panel.put(`${CAMPAIGNS}/${large.documentId}`, {
        website: { connect: [{ documentId: otherWebsite.documentId }] },
      }),
    ),
    once('move it back', () =>
      panel.put(`${CAMPAIGNS}/${large.documentId}`, {
        website: { connect: [{ documentId: website.documentId }] },
      }),
    ),
    once('unpublish 50 pages', () => change('unpublish', some)),
    once('publish 50 pages', () => change('publish', some)),
    once('delete 50 pages', () => change('delete', some)),
    once('unpublish all pages', () => change('unpublish', all)),
    asked('preview of a drip', () =>
      panel.post(`${OWN}/pseo-drips/preview`, { campaign: large.documentId, plan: plan('slug') }),
    ),
    once('start a drip', () =>
      panel.post(`${OWN}/pseo-drips`, { campaign: large.documentId, plan: plan('slug') }),
    ),
    asked('drips', () => panel.get(`${OWN}/pseo-drips?${ofWebsite}`)),
    list('waiting', 'state=waiting'),
    read('page counts with a drip', `${OWN}/pseo-pages/counts?${ofWebsite}`),
    once('another order of a drip', async () =>
      panel.put(`${OWN}/pseo-drips/${await dripOf()}`, { plan: plan('random') }),
    ),
    once('add drafts to a drip', async () => panel.post(`${OWN}/pseo-drips/${await dripOf()}/add-drafts`)),
    once('delete a drip', async () => panel.delete(`${OWN}/pseo-drips/${await dripOf()}`)),

    once('publish all pages', () => change('publish', all)),
    once('delete all pages', () => change('delete', all)),
    once('delete an empty campaign', () => panel.delete(`${CAMPAIGNS}/${large.documentId}`)),
  ];
};

const csv = (first: number, count: number): string => {
  const rows = ['slug,city,region,day,note'];
  for (let n = first; n < first + count; n += 1) {
    const { city, region, day, note } = variablesOf(n);
    rows.push(`${slugOf(n)},${city},${region},${day},"${note}"`);
  }
  return rows.join('\n');
};
