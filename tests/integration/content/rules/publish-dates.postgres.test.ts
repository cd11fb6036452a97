import fc from 'fast-check';
import { UID } from '../../../fixtures/content';
import { generatedRuns } from '../../../support/generated-runs';
import { resumeClock, stopClockAt } from '../../../support/clock';
import { withServer } from '../../../support/with-server';

const AT_9 = '2025-06-02T09:00:00.123Z';
const AT_10 = '2025-06-02T09:10:00.456Z';
const AT_11 = '2025-06-02T09:20:00.789Z';
const YEARS_AGO = '2019-12-31T23:30:00.000Z';
const IN_YEARS = '2031-01-01T00:00:00.000Z';

describe('the dates of a post, which are those of its publication', () => {
  const { server, content, api, withWebsite, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  const website = withWebsite();

  afterEach(resumeClock);

  /** Both routes have to say the same. */
  const expectDates = async (slug: unknown, createdAt: string, updatedAt: string): Promise<void> => {
    const single = await api.blog(website.key, { slug: slug as string });
    expect({ status: single.status, body: single.body as unknown }).toEqual({
      status: 200,
      body: expect.objectContaining({ slug, createdAt, updatedAt }) as unknown,
    });
    const list = await api.blog(website.key);
    expect(list.body).toContainEqual(expect.objectContaining({ slug, createdAt, updatedAt }));
  };

  it('are those of its creation when it is created and published in one operation', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    await expectDates(post['slug'], AT_9, AT_9);
  });

  it("are Strapi's createdAt when an import gives one", async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId, { createdAt: YEARS_AGO, updatedAt: YEARS_AGO });
    await expectDates(post['slug'], YEARS_AGO, YEARS_AGO);
  });

  it('are the moment of publication when a draft is published later', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    stopClockAt(AT_10);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_10, AT_10);
  });

  it('are the moment of publication when a draft is saved as published later', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    stopClockAt(AT_10);
    await content.update(UID.post, post.documentId, { title: 'Now' }, 'published');
    await expectDates(post['slug'], AT_10, AT_10);
  });

  it('are the moment of publication in the admin panel, both for new and for saved entries', async () => {
    stopClockAt(AT_9);
    const posts = `/content-manager/collection-types/${UID.post}`;
    /** A button of the edit view; answers the entry. */
    const press = async (path: string, data: Record<string, unknown>) => {
      const { status, body } = await panel.post(path, data);
      expect({ path, body }).toEqual({
        path,
        body: expect.objectContaining({ data: expect.anything() as unknown }) as unknown,
      });
      expect(status).toBeLessThan(300);
      return body.data as { documentId: string; slug: string };
    };
    const relation = { connect: [{ documentId: website.documentId }] };
    const atOnce = await press(`${posts}/actions/publish`, { title: 'Published at once', website: relation });
    await expectDates(atOnce.slug, AT_9, AT_9);

    const saved = await press(posts, { title: 'Saved first', website: relation });
    stopClockAt(AT_10);
    await press(`${posts}/${saved.documentId}/actions/publish`, { title: 'Saved first' });
    await expectDates(saved.slug, AT_10, AT_10);

    stopClockAt(AT_11);
    await press(`${posts}/${saved.documentId}/actions/publish`, { title: 'Changed' });
    await expectDates(saved.slug, AT_10, AT_11);
  });

  it('keep createdAt when the post is published again, and move updatedAt only when it was changed', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    await content.publish(UID.post, post.documentId);
    stopClockAt(AT_10);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_9, AT_9);
    await content.update(UID.post, post.documentId, { title: 'Changed' });
    await expectDates(post['slug'], AT_9, AT_9);
    stopClockAt(AT_11);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_9, AT_10);
  });

  it('are those an editor sets, in the past', async () => {
    stopClockAt(AT_9);
    const atOnce = await content.post(website.documentId, { publishDate: YEARS_AGO });
    await expectDates(atOnce['slug'], YEARS_AGO, AT_9);
    const draft = await content.draft(website.documentId, { publishDate: YEARS_AGO });
    stopClockAt(AT_10);
    await content.publish(UID.post, draft.documentId);
    await expectDates(draft['slug'], YEARS_AGO, AT_9);
  });

  it('are those an editor sets, in the future: updatedAt is never before createdAt', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId, { publishDate: IN_YEARS });
    await expectDates(post['slug'], IN_YEARS, IN_YEARS);
  });

  it('change when an editor changes the date of a live post', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    stopClockAt(AT_10);
    await content.update(UID.post, post.documentId, { publishDate: YEARS_AGO });
    await expectDates(post['slug'], AT_9, AT_9);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], YEARS_AGO, AT_10);
  });

  it('keep the first publication when an editor clears the date of a live post', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    stopClockAt(AT_10);
    await content.publish(UID.post, post.documentId);
    stopClockAt(AT_11);
    await content.update(UID.post, post.documentId, { publishDate: null }, 'published');
    await expectDates(post['slug'], AT_10, AT_11);
    await content.update(UID.post, post.documentId, { publishDate: null });
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_10, AT_11);
  });

  it('are its own first publication for a clone', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId, { slug: 'cloned' });
    stopClockAt(AT_10);
    const { entries } = (await server.strapi
      .documents(UID.post)
      .clone({ documentId: post.documentId, data: { slug: 'clone' } } as never)) as unknown as {
      entries: { documentId: string }[];
    };
    stopClockAt(AT_11);
    for (const { documentId } of entries) await content.publish(UID.post, documentId);
    await expectDates('clone', AT_11, AT_11);
  });

  describe('of a scheduled post', () => {
    const SOON = '2025-06-03T09:00:00.001Z';
    const LATER = '2025-06-09T09:00:00.002Z';
    const createdAt = async (slug: unknown, of = website): Promise<unknown> => {
      const { body } = await api.blog(of.key, { slug: slug as string });
      return (body as { createdAt?: string }).createdAt;
    };

    it.each(['include', 'withhold'])(
      'are those of its appearance, on top of newer ones (%s)',
      async (setting) => {
        const own = await content.website({ scheduledPosts: setting });
        stopClockAt(AT_9);
        await content.post(own.documentId, { slug: 'at-once', scheduleDate: SOON });
        const draft = await content.draft(own.documentId, { slug: 'later', scheduleDate: SOON });
        const published = await content.post(own.documentId, { slug: 'published' });
        stopClockAt(AT_10);
        await content.publish(UID.post, draft.documentId);
        // Live already, and scheduled afterwards.
        await content.update(UID.post, published.documentId, { scheduleDate: LATER }, 'published');
        stopClockAt(AT_11);
        await content.post(own.documentId, { slug: 'newer' });
        const list = async () =>
          ((await api.blog(own.key)).body as { slug: string; createdAt: string; updatedAt: string }[]).map(
            ({ slug, createdAt, updatedAt }) => [slug, createdAt, updatedAt],
          );
        if (setting === 'withhold') expect(await list()).toEqual([['newer', AT_11, AT_11]]);
        const scheduled = [
          ['at-once', SOON, SOON],
          ['later', SOON, SOON],
        ];
        stopClockAt(SOON);
        expect((await list()).slice(setting === 'withhold' ? 0 : 1)).toEqual(
          expect.arrayContaining([...scheduled, ['newer', AT_11, AT_11]]),
        );
        stopClockAt(LATER);
        const all = await list();
        expect(all[0]).toEqual(['published', LATER, LATER]);
        expect(all[3]).toEqual(['newer', AT_11, AT_11]);
      },
    );

    it('move with its schedule date in the admin panel, and end at that moment when it is cleared', async () => {
      stopClockAt(AT_9);
      const posts = `/content-manager/collection-types/${UID.post}`;
      const website_ = { connect: [{ documentId: website.documentId }] };
      const answer = await panel.post(`${posts}/actions/publish`, {
        title: 'Scheduled in the panel',
        website: website_,
        scheduleDate: SOON,
      });
      const { documentId, slug } = answer.body.data as { documentId: string; slug: string };
      expect(await createdAt(slug)).toBe(SOON);
      /** The form sends all that it has loaded. */
      const publishForm = async (changes: Record<string, unknown>) => {
        const form = (await panel.get(`${posts}/${documentId}`)).body.data as Record<string, unknown>;
        expect(form).not.toHaveProperty('filledDate');
        const { publishDate, scheduleDate, title } = form;
        const { status } = await panel.post(`${posts}/${documentId}/actions/publish`, {
          title,
          slug,
          publishDate,
          scheduleDate,
          ...changes,
        });
        expect(status).toBe(200);
      };
      await publishForm({ scheduleDate: LATER });
      expect(await createdAt(slug)).toBe(LATER);
      await publishForm({ scheduleDate: SOON });
      expect(await createdAt(slug)).toBe(SOON);
      stopClockAt(AT_10);
      await publishForm({ scheduleDate: null });
      expect(await createdAt(slug)).toBe(AT_10);
      await publishForm({ scheduleDate: LATER, publishDate: YEARS_AGO });
      expect(await createdAt(slug)).toBe(YEARS_AGO);
      await publishForm({ scheduleDate: SOON });
      expect(await createdAt(slug)).toBe(YEARS_AGO);
      await publishForm({ publishDate: null });
      expect(await createdAt(slug)).toBe(SOON);
    });

    it('are those of its appearance when many are published at once', async () => {
      stopClockAt(AT_9);
      const drafts = await Promise.all(
        [SOON, null].map((scheduleDate) => content.draft(website.documentId, { scheduleDate })),
      );
      stopClockAt(AT_10);
      const { status } = await panel.post(
        `/content-manager/collection-types/${UID.post}/actions/bulkPublish`,
        { documentIds: drafts.map(({ documentId }) => documentId) },
      );
      expect(status).toBe(200);
      expect(await Promise.all(drafts.map(({ slug }) => createdAt(slug)))).toEqual([SOON, AT_10]);
    });

    it('follow a schedule date that is changed on the live version alone', async () => {
      stopClockAt(AT_9);
      const post = await content.post(website.documentId, { scheduleDate: SOON });
      const rows = server.strapi.db.query(UID.post);
      const live = { documentId: post.documentId, publishedAt: { $notNull: true } };
      await rows.update({ where: live, data: { scheduleDate: LATER } });
      expect(await createdAt(post['slug'])).toBe(LATER);
    });

    it('are right after any sequence of edits', async () => {
      const HOUR = 3_600_000;
      const START = Date.parse('2025-07-01T00:00:00.000Z');
      const hours = fc.option(fc.integer({ min: -30, max: 60 }), { freq: 4 });
      const step = fc.oneof(
        { weight: 3, arbitrary: fc.record({ do: fc.constant('schedule' as const), hours }) },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('date' as const), hours }) },
        { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('publish', 'wait', 'wait long') }) },
        { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('unpublish', 'discard') }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
          let now = START;
          // Dates of editors have a millisecond of their own, so that none is that of a publication by chance.
          type Version = { date: number | null; byEditor: boolean; schedule: number | null };
          let draft: Version = { date: null, byEditor: false, schedule: null };
          let live: Version | null = null;
          stopClockAt(new Date(now).toISOString());
          const { documentId, slug } = await content.draft(website.documentId);
          const iso = (date: number | null) => (date === null ? null : new Date(date).toISOString());
          for (const one of steps) {
            now += HOUR / 2;
            stopClockAt(new Date(now).toISOString());
            if (one.do === 'schedule' && 'hours' in one) {
              draft = { ...draft, schedule: one.hours === null ? null : START + one.hours * HOUR + 1 };
              await content.update(UID.post, documentId, { scheduleDate: iso(draft.schedule) });
            } else if (one.do === 'date' && 'hours' in one) {
              const date = one.hours === null ? null : START + one.hours * HOUR + 2;
              draft = { ...draft, date, byEditor: date !== null };
              await content.update(UID.post, documentId, { publishDate: iso(date) });
            } else if (one.do === 'publish') {
              if (!draft.byEditor) {
                const known: number | null = draft.date ?? live?.date ?? null;
                const { schedule } = draft;
                if (schedule !== null && schedule > now) draft = { ...draft, date: schedule };
                else if (known === null || (known > now && schedule === null))
                  draft = { ...draft, date: now };
                else draft = { ...draft, date: known > now ? schedule : known };
              }
              live = draft;
              await content.publish(UID.post, documentId);
            } else if (one.do === 'unpublish' && live) {
              live = null;
              await content.unpublish(UID.post, documentId);
            } else if (one.do === 'discard' && live) {
              draft = live;
              await content.discardDraft(UID.post, documentId);
            } else if (one.do === 'wait') now += 5 * HOUR;
            else if (one.do === 'wait long') now += 40 * HOUR;
            expect(await createdAt(slug)).toBe(live ? iso(live.date) : undefined);
          }
        }),
        { numRuns: generatedRuns(30), endOnFailure: true },
      );
    });
  });
});
