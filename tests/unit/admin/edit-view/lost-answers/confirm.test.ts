import { createConfirmer } from '../../../../../src/plugins/content-delivery/admin/src/edit-view/lost-answers/confirm';

const POST = 'api::post.post';
const NEW = `https://cms.example.com/content-manager/collection-types/${POST}`;
const ENTRY = `${NEW}/abc`;
const SAVED = { entry: 'abc', savedAt: '2026-03-01T00:00:00.000Z' };

type Reply = Response | Error;
const answer = (status: number, body: unknown): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const cut = new TypeError('Failed to fetch');
const alreadyCreated = answer(400, { data: null, error: { details: { reason: 'already created' } } });

/** A server that gives these replies, and knows of saves from the n-th time on that it is asked. */
const play = (replies: Reply[], knownFrom = Infinity, isOnline = true) => {
  const sent: { href: string; method: string | undefined; body: unknown; headers: Record<string, string> }[] =
    [];
  const waited: number[] = [];
  let asked = 0;
  let names = 0;
  const { send } = createConfirmer(
    {
      send: async (href, init) => {
        const headers = Object.fromEntries(new Headers(init.headers));
        sent.push({ href, method: init.method, body: JSON.parse(init.body as string), headers });
        const reply = replies.shift();
        if (!reply) throw new Error('Nobody expected another request.');
        if (reply instanceof Error) throw reply;
        return reply;
      },
      receiptOf: async () => ((asked += 1) >= knownFrom ? SAVED : null),
      read: async (_model, entry, status) => ({ data: { documentId: entry, status } }),
    },
    {
      newName: () => `save-${(names += 1)}`,
      creationOf: () => 'form',
      isOnline: () => isOnline,
      wait: async (milliseconds) => void waited.push(milliseconds),
    },
  );
  const save = (href = ENTRY, body: object = { title: 'A' }, method = 'PUT') =>
    send(href, { method, body: JSON.stringify(body) });
  return { sent, waited, save };
};

describe('a save', () => {
  it.each([
    ['a success', answer(200, { data: { documentId: 'abc' } })],
    ['a refusal', answer(400, { data: null, error: { details: {} } })],
  ])('that is answered by %s gets that answer', async (_what, reply) => {
    const { sent, save } = play([reply.clone()]);
    const got = await save();
    expect([got.status, await got.text()]).toEqual([reply.status, await reply.text()]);
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['save-1']);
  });

  it.each([
    ['no answer', cut],
    ['the page of a proxy', answer(504, '<h1>Gateway Timeout</h1>')],
    ['half an answer', answer(200, '{"data":{"docu')],
    ['no words', answer(200, '')],
    ['an error of the server', answer(500, { data: null, error: { message: 'Internal Server Error' } })],
  ])('that got %s is answered by what the server has', async (_what, reply) => {
    const { save } = play([reply], 2);
    const got = await save();
    expect([got.status, await got.json()]).toEqual([200, { data: { documentId: 'abc', status: 'draft' } }]);
  });

  it('that published is answered by the live version, with the version of the draft', async () => {
    const { save } = play([cut], 1);
    expect(await (await save(`${ENTRY}/actions/publish`, {}, 'POST')).json()).toEqual({
      data: { documentId: 'abc', status: 'published', openedVersion: { savedAt: SAVED.savedAt } },
    });
  });

  it('of which nothing is known fails as it did, and the next one of the entry names it until one is answered', async () => {
    const ok = () => answer(200, { data: {} });
    const { sent, save, waited } = play([cut, answer(502, 'Bad Gateway'), ok(), ok(), ok()]);
    await expect(save()).rejects.toBe(cut);
    expect(waited).toEqual([1_000, 3_000]);
    expect((await save()).status).toBe(502);
    await save(`${NEW}/other`);
    await save();
    await save();
    expect(sent.map(({ headers }) => headers['x-content-delivery-unanswered'])).toEqual([
      undefined,
      'save-1',
      undefined,
      'save-1,save-2',
      undefined,
    ]);
  });

  it('is not asked for again and again without a network', async () => {
    const { save, waited } = play([cut], 2, false);
    await expect(save()).rejects.toBe(cut);
    expect(waited).toEqual([]);
  });

  it('that was given up is not looked up', async () => {
    const { send } = createConfirmer(
      {
        send: () => Promise.reject(cut),
        receiptOf: () => Promise.reject(new Error('It was asked.')),
        read: () => Promise.reject(new Error('It was read.')),
      },
      { newName: () => 'a', creationOf: () => 'a', isOnline: () => true, wait: () => Promise.resolve() },
    );
    await expect(send(ENTRY, { method: 'PUT', signal: AbortSignal.abort() })).rejects.toBe(cut);
  });
});

describe('the form of a new entry', () => {
  it('has one name at each try', async () => {
    const { sent, save } = play([cut, answer(201, { data: { documentId: 'abc' } })]);
    await expect(save(NEW, {}, 'POST')).rejects.toBe(cut);
    await save(NEW, {}, 'POST');
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['form', 'form']);
  });

  it.each([
    ['', 'PUT', ''],
    ['/actions/publish', 'POST', '/actions/publish'],
  ])('goes into the entry that an earlier try has made (%s)', async (action, method, where) => {
    const { sent, save } = play([alreadyCreated.clone(), answer(200, { data: { documentId: 'abc' } })], 1);
    const got = await save(NEW + action, { title: 'Typed since' }, 'POST');
    expect(got.status).toBe(200);
    expect(sent[1]).toMatchObject({
      href: ENTRY + where,
      method,
      body: { title: 'Typed since', openedVersion: { savedAt: SAVED.savedAt } },
      headers: { 'idempotency-key': 'save-1' },
    });
  });
});
