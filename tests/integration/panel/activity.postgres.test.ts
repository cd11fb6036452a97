import {
  SEE_ACTIVITY_PERMISSION,
  type ActivityLine,
  type ActivityList,
} from '../../../src/plugins/content-delivery/contracts/activity';
import type { WebsiteOverview } from '../../../src/plugins/content-delivery/contracts/websites';
import { pruneActivity } from '../../../src/plugins/content-delivery/server/src/freshness/activity/prune';
import { unique, UID } from '../../fixtures/content';
import { apiKeysOf } from '../../support/api-keys';
import { resumeClock, stopClockAt } from '../../support/clock';
import { serviceOf } from '../../support/services';
import { contentPermissions, signInWith, LISTED_WEBSITES, dataOf } from '../../support/admin-panel';
import { importsBy, LIVE, TEMPLATES, toCsv } from '../../support/page-imports';
import { withServer } from '../../support/with-server';

const ENTRIES = '/content-manager/collection-types';
const TABLE = 'content_delivery_activity';

describe('what happened', () => {
  const { server, content, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();

  const ask = (query: Record<string, string> = {}, by = panel) =>
    dataOf<ActivityList>(by.get(`/content-delivery/activity?${new URLSearchParams(query)}`));
  const linesOf = async (website: string, by = panel): Promise<ActivityLine[]> =>
    (await ask({ website }, by)).lines;
  const briefly = ({ type, action, source, count }: ActivityLine) =>
    [type, action, source, ...(count === 1 ? [] : [count])].join(' ');
  /** The lines that a change adds to those of a website. */
  const since = async (website: string, change: () => Promise<unknown>): Promise<string[]> => {
    const before = (await linesOf(website)).length;
    await change();
    const lines = await linesOf(website);
    return lines.slice(0, lines.length - before).map(briefly);
  };
  const publish = (id: string) => panel.post(`${ENTRIES}/${UID.post}/${id}/actions/publish`, {});

  it('tells who did what to posts, terms, links and keys, from where, and under which name', async () => {
    const website = (await content.website()).documentId;
    const log = jest.spyOn(server.strapi.log, 'log');
    const { documentId: id } = await content.draft(website, { title: 'Tea', slug: 'tea' });
    await publish(id);
    await publish(id);
    await panel.post(`${ENTRIES}/${UID.post}/${id}/actions/unpublish`, {});
    const tag = await content.tag(website);
    await content.remove(UID.tag, tag.documentId);
    const { body } = await panel.get(`/content-delivery/websites/${website}/api-key`);
    const { apiKey } = body.data as { apiKey: string };
    const overview = (await panel.get('/content-delivery/websites')).body.data as WebsiteOverview[];
    const currentKey = overview.find((one) => one.documentId === website)?.keys?.current?.id;
    await panel.post(`/content-delivery/websites/${website}/api-key/rotate`, {
      currentKey,
      oldKeyWorksFor: 'none',
    });

    const lines = await linesOf(website);
    expect(lines.map(briefly)).toEqual([
      'api-key rotated panel',
      'api-key shown panel',
      'tag deleted command',
      'tag created command',
      'post unpublished panel',
      'post updated panel',
      'post published panel',
      'api-key created command',
      'website created command',
      'account created command',
    ]);
    expect(lines[4]).toMatchObject({ name: 'Tea', opens: id, by: { kind: 'user', name: 'Test User' } });
    expect(lines[2]).toMatchObject({ name: tag['name'], opens: null, by: { kind: 'none' } });
    // Of a post that was deleted, its title until it is gone for good, then where it was.
    await panel.delete(`${ENTRIES}/${UID.post}/${id}`);
    expect((await linesOf(website))[0]).toMatchObject({ action: 'deleted', name: 'Tea', opens: null });
    await panel.delete(`/content-delivery/bin/${id}`);
    expect((await linesOf(website)).map(({ action, name }) => [action, name]).slice(0, 2)).toEqual([
      ['deleted-for-good', null],
      ['deleted', 'tea'],
    ]);

    const told = JSON.stringify([log.mock.calls, await server.strapi.db.connection(TABLE)]);
    log.mockRestore();
    expect(told).toContain('Activity: published post');
    for (const secret of [apiKey, 'Tea', 'Test User', '@example.com']) expect(told).not.toContain(secret);
  });

  it('tells nothing that was taken back, and one line of what was done to many', async () => {
    const website = (await content.website()).documentId;
    const posts: string[] = [];
    for (let n = 0; n < 21; n += 1) posts.push((await content.draft(website)).documentId);
    const before = await linesOf(website);
    await expect(
      server.strapi.db.transaction(async () => {
        await content.publish(UID.post, posts[0] ?? '');
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await linesOf(website)).toEqual(before);
    await panel.post(`${ENTRIES}/${UID.post}/actions/bulkPublish`, { documentIds: posts });
    expect((await linesOf(website)).map(briefly).slice(0, 2)).toEqual([
      'post published bulk 21',
      briefly(before[0] as ActivityLine),
    ]);

    const campaign = (await content.campaign(website, TEMPLATES)).documentId;
    const rows = Array.from({ length: 450 }, (_, n) => [`City ${n}`, 'x']);
    const imports = importsBy(server.strapi, panel);
    await imports.imported(campaign, toCsv([['city', 'text'], ...rows]), LIVE);
    expect((await linesOf(website)).map(briefly).slice(0, 3)).toEqual([
      'import finished import 450',
      'pseo-page published import 450',
      'import started panel 450',
    ]);
  });

  it('tells each of a few by itself, but not of a job, and one thing of what one transaction does to an entry', async () => {
    const [website, other] = [(await content.website()).documentId, (await content.website()).documentId];
    const posts = [await content.draft(website), await content.draft(website)].map(
      ({ documentId }) => documentId,
    );
    const [first = ''] = posts;
    expect(
      await since(website, () =>
        panel.post(`${ENTRIES}/${UID.post}/actions/bulkPublish`, { documentIds: posts }),
      ),
    ).toEqual(['post published bulk', 'post published bulk']);
    expect(
      await since(website, async () => {
        await content.update(UID.post, first, { title: 'Another draft' });
        await panel.post(`${ENTRIES}/${UID.post}/${first}/actions/discard`, {});
      }),
    ).toEqual([]);
    let there: string[] = [];
    expect(
      await since(website, async () => {
        there = await since(other, () => content.update(UID.post, first, { website: other }, 'published'));
      }),
    ).toEqual(['post unpublished command']);
    expect(there).toEqual(['post published command']);
    expect(
      await since(website, () =>
        server.strapi.db.transaction(async () => {
          const { documentId } = await content.tag(website);
          await content.update(UID.tag, documentId, { name: unique('renamed') });
        }),
      ),
    ).toEqual(['tag created command']);

    const campaign = (await content.campaign(website, TEMPLATES)).documentId;
    const rows = [
      ['A', 'x'],
      ['B', 'x'],
    ];
    await importsBy(server.strapi, panel).imported(campaign, toCsv([['city', 'text'], ...rows]), LIVE);
    expect((await linesOf(website)).map(briefly)).toContain('pseo-page published import 2');
  });

  it('tells what the clock brings: posts that were withheld, and keys that end', async () => {
    const clock = serviceOf(server.strapi, 'clock');
    const withholding = (await content.website({ scheduledPosts: 'withhold' })).documentId;
    const including = (await content.website()).documentId;
    await clock.drain();
    const scheduleDate = new Date(Date.now() + 3_600_000);
    for (const website of [withholding, including])
      await content.post(website, { slug: 'due', scheduleDate });
    await apiKeysOf(server.strapi).rotate(including, 3_600_000);
    let ended: string[] = [];
    const published = await since(withholding, async () => {
      ended = await since(including, async () => {
        stopClockAt(new Date(scheduleDate.getTime() + 5_000).toISOString());
        try {
          await clock.drain();
        } finally {
          resumeClock();
        }
      });
    });
    // They are of an hour that is still to come, and would stand above all others.
    await server.strapi.db.connection(TABLE).where({ source: 'clock' }).delete();
    expect([published, ended]).toEqual([['post published clock'], ['api-key ended clock']]);
  });

  it('tells of people and roles by number, and nothing of a colleague who is gone', async () => {
    const { panel: gone, id } = await signInWith(server.strapi, []);
    expect((await gone.get('/content-delivery/activity')).status).toBe(403);
    await panel.put(`/admin/users/${id}`, { isActive: false });
    // As Strapi makes them at its start.
    await server.strapi.service('admin::role').create({ name: unique('first') });
    const made = await panel.post('/admin/roles', { name: 'Owners', description: '' });
    const role = made.body.data as { id: number };
    await panel.put(`/admin/roles/${role.id}/permissions`, {
      permissions: ['read', 'create'].map((name) => ({
        action: `plugin::content-manager.explorer.${name}`,
        subject: UID.post,
        properties: { fields: ['title'] },
        conditions: [],
      })),
    });
    await panel.put(`/admin/users/${id}`, { isActive: true, roles: [role.id] });
    expect((await ask()).lines[0]).toMatchObject({ person: { kind: 'user' }, opens: String(id) });
    await panel.post('/admin/users/batch-delete', { ids: [id] });
    const { lines } = await ask();
    expect(lines.slice(0, 6).map(briefly)).toEqual([
      'user deleted panel',
      'user roles-changed panel',
      'role permissions-changed panel',
      'role created panel',
      'user blocked panel',
      'user created command',
    ]);
    expect(lines[0]).toMatchObject({ person: { kind: 'former' }, opens: null });
    expect(lines[3]).toMatchObject({ name: 'Owners', opens: String(role.id) });
  });

  it('shows editors the lines of their websites and nothing of people; page by page, newest first', async () => {
    const [own, foreign] = [(await content.website()).documentId, (await content.website()).documentId];
    for (const website of [own, foreign, own]) await content.post(website);
    const subjects = [UID.post, UID.website, UID.category];
    const editor = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, subjects, [LISTED_WEBSITES]),
      { action: SEE_ACTIVITY_PERMISSION, subject: null },
    ]);
    const author = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.post], ['admin::is-creator']),
      ...contentPermissions(server.strapi, [UID.website]),
      { action: SEE_ACTIVITY_PERMISSION, subject: null },
    ]);
    await content.update(UID.website, own, { editors: [editor.id] });

    const { lines, people } = await ask({}, editor.panel);
    expect(lines.map(briefly)).toEqual([
      'website updated command',
      'post published command',
      'post published command',
      'api-key created command',
      'website created command',
    ]);
    expect(new Set(lines.map(({ website }) => website?.documentId))).toEqual(new Set([own]));
    expect(people).toEqual([]);
    const asked = await editor.panel.get(`/content-delivery/activity?website=${foreign}`);
    expect(asked.status).toBe(404);
    expect((await ask({ type: 'user' }, editor.panel)).lines).toEqual([]);
    // Posts of others are not an author's to see.
    expect((await ask({ type: 'post' }, author.panel)).lines).toEqual([]);
    for (const bad of ['before=x', 'type=x', 'person=x', 'from=x', 'website[$ne]=x']) {
      expect([bad, (await panel.get(`/content-delivery/activity?${bad}`)).status]).toEqual([bad, 400]);
    }

    // A post that is moved to another website keeps here the name that it had.
    const moved = await content.post(own, { title: 'As it was' });
    await content.update(UID.post, moved.documentId, { title: 'As it is there', website: foreign });
    const [line] = (await ask({ type: 'post' }, editor.panel)).lines;
    expect(line).toMatchObject({ name: 'as-it-was', opens: null });
    expect((await ask({ type: 'post' })).lines).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'As it is there', opens: moved.documentId })]),
    );

    const at = new Date('2020-02-03T04:05:06.789Z');
    await server.strapi.db.connection(TABLE).insert(
      Array.from({ length: 120 }, (_, n) => ({
        at: n < 60 ? at : new Date(at.getTime() + 1),
        action: 'published',
        type: 'post',
        scope: `website:${own}`,
        source: 'panel',
        amount: 1,
      })),
    );
    const period = { from: at.toISOString(), to: '2020-03-01T00:00:00.000Z' };
    const ids: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: ActivityList = await ask({ ...period, before: next }, editor.panel);
      ids.push(...page.lines.map(({ id }) => id));
      next = page.next;
    }
    expect(ids).toHaveLength(120);
    expect(ids.map(Number)).toEqual([...ids].map(Number).sort((a, b) => b - a));
    expect((await ask({ ...period, type: 'tag' })).lines).toEqual([]);

    await pruneActivity(server.strapi, 365, () => true);
    expect((await ask(period)).lines).toEqual([]);
    expect((await linesOf(own)).length).toBe(7);
  });
});
