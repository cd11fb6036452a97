import { unique } from '../../../fixtures/content';
import { stored, type Data } from '../../../support/documents';
import { withServer } from '../../../support/with-server';
import { expectRefusedAt, race, times } from '../../../support/violations';

const LINK = 'api::internal-link.internal-link';

describe('an internal link', () => {
  const { server, content, documentsOf, rowsOf } = withServer();
  const links = documentsOf(LINK);
  const accounts = documentsOf('api::account.account');
  let account: string;
  let other: string;

  beforeEach(async () => {
    account = (await content.account()).documentId;
    other = (await content.account()).documentId;
  });

  const link = (keyword: string, owner = account) => content.link({ keyword, account: owner });
  const keywordsOf = async (owner: string) =>
    (await rowsOf(LINK).findMany({ where: { account: { documentId: owner } } }))
      .map((row) => row['keyword'])
      .sort();

  describe('has a keyword', () => {
    it.each([
      ['coffee', 'coffee'],
      ['coffee', 'COFFEE'],
      ['äpfel', 'ÄPFEL'],
      ['Москва', 'МОСКВА'],
      ['ΟΔΟΣ', 'οδος'],
      ['Çay', 'çay'],
    ])('that is unique in the account: %p and %p are one', async (first, second) => {
      await link(first);
      const before = await stored(server.strapi, LINK);
      const { message } = await expectRefusedAt('keyword', link(second));
      expect(message).toContain(second);
      expect(await stored(server.strapi, LINK)).toEqual(before);
      await link(second, other);
    });

    it.each([
      ['resume', 'résumé'],
      ['coffee', 'coffees'],
      ['coffee', 'coffee '],
    ])('that may differ in more than case: %p and %p are two', async (first, second) => {
      await link(first);
      await link(second);
      expect(await keywordsOf(account)).toEqual([first, second].sort());
    });

    it('that is refused on an update when it is taken, and may change its own case', async () => {
      await link('taken');
      const { documentId } = await link('mine');
      const before = await stored(server.strapi, LINK);
      await expectRefusedAt('keyword', links.update({ documentId, data: { keyword: 'TAKEN' } }));
      expect(await stored(server.strapi, LINK)).toEqual(before);
      await links.update({ documentId, data: { keyword: 'MINE' } });
      expect(await keywordsOf(account)).toEqual(['MINE', 'taken']);
    });

    it('that is free again after renaming and after deleting', async () => {
      const { documentId } = await link('first');
      await links.update({ documentId, data: { keyword: 'second' } });
      await link('FIRST');
      await links.delete({ documentId });
      await link('SECOND');
    });

    it.each([null, '', '   '])('that is not %p', async (keyword) => {
      await expectRefusedAt('keyword', links.create({ data: { keyword, url: '/a', account } }));
      const { documentId } = await link(unique('keyword'));
      await expectRefusedAt('keyword', links.update({ documentId, data: { keyword } }));
    });

    it('even when it is written below the document service', async () => {
      const owner = await rowsOf('api::account.account').findOne({
        where: { documentId: account },
      });
      const rows = rowsOf(LINK);
      await expectRefusedAt('keyword', rows.create({ data: { url: '/a', account: owner?.id } }));
      await expectRefusedAt('url', rows.create({ data: { keyword: 'a', account: owner?.id } }));
      await expectRefusedAt('account', rows.create({ data: { keyword: 'a', url: '/a' } }));
    });

    it('that goes to exactly one of parallel updates and moves', async () => {
      const here = await Promise.all(times(5, (i) => link(`keyword ${i}`)));
      const there = await link('wanted', other);
      const { done } = await race<unknown>([
        ...here.map(
          ({ documentId }) =>
            () =>
              links.update({ documentId, data: { keyword: 'Wanted' } }),
        ),
        () => links.update({ documentId: there.documentId, data: { account } }),
        () => accounts.update({ documentId: account, data: { internalLinks: { connect: [there] } } }),
      ]);
      expect(done.length).toBeGreaterThan(0);
      const wanted = (await keywordsOf(account)).filter((keyword) => /^wanted$/i.test(String(keyword)));
      expect(wanted).toHaveLength(1);
    });
  });

  describe('belongs to an account', () => {
    it('that is required', async () => {
      await expectRefusedAt('account', content.link());
      const { documentId } = await link(unique('keyword'));
      await expectRefusedAt('account', links.update({ documentId, data: { account: null } }));
      await expectRefusedAt(
        'account',
        links.update({ documentId, data: { account: { disconnect: [{ documentId: account }] } } }),
      );
    });

    it('and moves to another one when its keyword is free there', async () => {
      const { documentId } = await link('moving');
      await links.update({ documentId, data: { account: other } });
      expect([await keywordsOf(account), await keywordsOf(other)]).toEqual([[], ['moving']]);
      await link('moving');
    });

    it('and moves while others go the opposite way, from either side', async () => {
      const here = await Promise.all(times(4, (i) => link(`here ${i}`)));
      const there = await Promise.all(times(4, (i) => link(`there ${i}`, other)));
      const move = (documentId: string, owner: string, i: number) => () =>
        i % 2
          ? links.update({ documentId, data: { account: owner } })
          : accounts.update({
              documentId: owner,
              data: { internalLinks: { connect: [{ documentId }] } },
            });
      const { refused } = await race<unknown>(
        times(4, (i) => [
          move(here[i]?.documentId ?? '', other, i),
          move(there[i]?.documentId ?? '', account, i),
        ]).flat(),
      );
      expect(refused).toEqual([]);
      expect(await keywordsOf(other)).toEqual(times(4, (i) => `here ${i}`));
      expect(await keywordsOf(account)).toEqual(times(4, (i) => `there ${i}`));
    });

    it('and stays when its keyword is taken there', async () => {
      const { documentId } = await link('moving');
      await link('MOVING', other);
      await expectRefusedAt('keyword', links.update({ documentId, data: { account: other } }));
      expect(await keywordsOf(account)).toEqual(['moving']);
    });
  });

  describe('is moved from the account’s side', () => {
    const update = (internalLinks: unknown, documentId = account) =>
      accounts.update({ documentId, data: { internalLinks } });

    it('and keeps its keyword unique there', async () => {
      const { documentId } = await link('moving', other);
      await update({ connect: [{ documentId }] });
      expect([await keywordsOf(account), await keywordsOf(other)]).toEqual([['moving'], []]);
      await expectRefusedAt('keyword', link('Moving'));
      await link('moving', other);
    });

    it('but not when its keyword is taken there', async () => {
      const { documentId } = await link('moving', other);
      await link('MOVING');
      const before = await stored(server.strapi, LINK);
      await expectRefusedAt('internalLinks', update({ connect: [{ documentId }] }));
      await expectRefusedAt(
        'internalLinks',
        update({
          set: [...(await links.findMany({ filters: { account: { documentId: account } } })), { documentId }],
        }),
      );
      expect(await stored(server.strapi, LINK)).toEqual(before);
    });

    it('but not out of every account', async () => {
      const { documentId } = await link('staying');
      await link('staying too');
      const before = await stored(server.strapi, LINK);
      await expectRefusedAt('internalLinks', update({ disconnect: [{ documentId }] }));
      await expectRefusedAt('internalLinks', update({ set: [{ documentId }] }));
      await expectRefusedAt('internalLinks', update([]));
      expect(await stored(server.strapi, LINK)).toEqual(before);
    });

    it('with set, when all that were there stay', async () => {
      const first = await link('first');
      const second = await link('second', other);
      await update({ set: [first, second].map(({ documentId }) => ({ documentId })) });
      expect(await keywordsOf(account)).toEqual(['first', 'second']);
      await expectRefusedAt('keyword', link('SECOND'));
    });

    it('when an account is created with it', async () => {
      const { documentId } = await link('moving');
      const created = await content.account({ internalLinks: [documentId] });
      expect(await keywordsOf(created.documentId)).toEqual(['moving']);
      await expectRefusedAt('keyword', link('Moving', created.documentId));
      await link('moving');
    });
  });

  describe('leads somewhere', () => {
    const to = (url: unknown, data: Data = {}) => content.link({ url, account, ...data });

    it.each(['/größe', 'HTTP://x.example', `/${'long/'.repeat(200)}`])('may be %p', async (url) => {
      expect((await to(url))['url']).toBe(url);
    });

    it.each(['javascript:alert(1)', '//evil.example', ' '])('may not be %p', async (url) => {
      await expectRefusedAt('url', to(url));
      const { documentId } = await to('/fine');
      const before = await stored(server.strapi, LINK);
      await expectRefusedAt('url', links.update({ documentId, data: { url } }));
      expect(await stored(server.strapi, LINK)).toEqual(before);
    });

    it('always', async () => {
      await expectRefusedAt('url', to(null));
      await expectRefusedAt('url', to(undefined));
    });
  });
});
