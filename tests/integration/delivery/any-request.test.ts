import fc from 'fast-check';
import { generatedRuns } from '../../support/generated-runs';
import { PATHS, rawRequestsTo, requestsTo } from '../../support/requests';
import { withServer } from '../../support/with-server';

const FOREIGN_MARK = 'mark-of-the-other-website';

describe('requests that nobody thought of', () => {
  // It sends more unknown keys than are allowed in a minute.
  const { server, content, withWebsite } = withServer({ RATE_LIMIT_WRONG_KEYS: '0' });
  const website = withWebsite();
  let campaignId: string;
  let foreignCampaignId: string;
  let cursor: string;
  let foreignCursor: string;

  beforeAll(async () => {
    campaignId = (await content.campaign(website.documentId)).documentId;
    await content.post(website.documentId, { slug: 'post' });
    await content.page(campaignId, { slug: 'page' });

    const account = await content.account();
    const other = await content.website({ account: account.documentId });
    const tag = await content.tag(other.documentId, FOREIGN_MARK);
    const author = await content.author(other.documentId, { name: FOREIGN_MARK });
    const marked = { metaTitle: FOREIGN_MARK, metaDescription: FOREIGN_MARK };
    foreignCampaignId = (await content.campaign(other.documentId)).documentId;
    await content.link({ account: account.documentId, keyword: FOREIGN_MARK });
    for (const slug of ['post', 'page', 'foreign']) {
      await content.post(other.documentId, {
        slug,
        title: FOREIGN_MARK,
        tags: [tag.documentId],
        author: author.documentId,
        ...marked,
      });
      await content.page(foreignCampaignId, { slug, variables: { mark: FOREIGN_MARK }, ...marked });
    }
    await content.post(website.documentId, { slug: 'second' });
    const cursorOf = async (key: string): Promise<string> => {
      const { headers } = await requestsTo(server).blog(key, { limit: '1' });
      return /cursor=([^&>]+)/.exec(headers['link'] ?? '')?.[1] ?? '';
    };
    cursor = await cursorOf(website.key);
    foreignCursor = await cursorOf(other.key);
    expect([cursor, foreignCursor]).not.toContain('');
  });

  it("answers any query string without a fault, and never with another website's content", async () => {
    const http = await rawRequestsTo(server);
    const name = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom(
          'slug',
          'campaignId',
          'apiKey',
          'include',
          'limit',
          'cursor',
          'category',
          'tag',
        ),
      },
      fc.constantFrom(
        'Slug',
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'filters',
        'populate',
        'sort',
        'status',
        'fields',
        '',
        'page',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }).map(encodeURIComponent),
    );
    const suffix = fc.oneof(
      { weight: 8, arbitrary: fc.constant('') },
      fc.constantFrom(
        '[]',
        '[0]',
        '[1000000]',
        '[a][b]',
        '[__proto__]',
        '[$ne]',
        '[',
        ']',
        '%5B%5D',
        '.a',
        '[]'.repeat(200),
      ),
    );
    const value = fc.oneof(
      fc.constantFrom(
        'post',
        'page',
        'foreign',
        'unknown',
        'null',
        'undefined',
        '__proto__',
        '*',
        '-1',
        '1e999',
        'true',
        '1',
        '1000',
        'id,image,related',
        'content,words',
        'html,fields',
        FOREIGN_MARK,
      ),
      fc.constantFrom(
        '%',
        '%zz',
        '%f',
        '%00',
        '%0d%0a',
        '%c3%28',
        '%ed%a0%80',
        '%ff',
        '%25',
        '+',
        '%2500',
        "'%20or%201=1--",
        '%E2%80%AE',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }).map(encodeURIComponent),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
      fc
        .constantFrom(
          () => campaignId,
          () => foreignCampaignId,
          () => website.key,
          () => website.documentId,
          () => cursor,
          () => foreignCursor,
        )
        .map((pick) => pick()),
      fc.constantFrom(300, 4_000, 20_000).map((length) => 'a'.repeat(length)),
    );
    const pair = fc
      .tuple(name, suffix, fc.constantFrom('=', '=', '=', '', '==', '%3D'), value)
      .map((parts) => parts.join(''));
    const query = fc
      .tuple(fc.boolean(), fc.array(pair, { maxLength: 5 }), fc.constantFrom('&', '&', '&', '&&', ';'))
      .map(([withKey, pairs, separator]) =>
        [...(withKey ? [`apiKey=${website.key}`] : []), ...pairs].join(separator),
      );

    const statuses = new Set<number>();
    const check = async ([path, querystring, headers]: [
      string,
      string,
      Record<string, string>,
    ]): Promise<void> => {
      const { status, text } = await http.send('GET', `${path}?${querystring}`, headers);
      statuses.add(status);
      // 431 is Node's own answer to an address of more than 16 KB.
      expect([200, 400, 401, 404, 431]).toContain(status);
      expect(text).not.toContain(FOREIGN_MARK);
      if (status === 431) return;
      const body = JSON.parse(text) as { error?: { name?: unknown; message?: unknown } };
      if (status === 200) {
        expect(body).not.toHaveProperty('error');
        return;
      }
      const { name: errorName, message } = body.error ?? {};
      const details = / with this slug\.$/.test(String(message)) ? { code: 'unknown-slug' } : {};
      expect(body).toEqual({ data: null, error: { status, name: errorName, message, details } });
      expect([typeof errorName, typeof message]).toEqual(['string', 'string']);
      expect(text).not.toContain(website.key);
    };
    // Several at a time, as they come in life; this also has the answers find their own callers.
    const headers = fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      fc
        .constantFrom(
          () => ({ 'X-API-Key': website.key }),
          () => ({ Authorization: `Bearer ${website.key}` }),
          () => ({ 'X-API-Key': 'unknown', Authorization: `Bearer ${website.key}` }),
        )
        .map((pick): Record<string, string> => pick()),
    );
    const requests = fc.array(fc.tuple(fc.constantFrom<string>(...PATHS), query, headers), {
      minLength: 10,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(requests, (batch) => Promise.all(batch.map(check)).then(() => undefined)),
      { numRuns: generatedRuns(210) },
    );
    http.close();
    // All kinds of answers were met, and the server is well.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    expect((await requestsTo(server).blog(website.key)).status).toBe(200);
  });
});
