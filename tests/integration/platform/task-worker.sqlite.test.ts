import path from 'node:path';
import fc from 'fast-check';
import type * as Built from '../../../src/plugins/content-delivery/server/src/platform/task-worker';
import { createTasks, type Tasks } from '../../../src/plugins/content-delivery/server/src/worker-tasks';
import { BUILT, requireBuilt } from '../../support/built';

const ENTRY = path.join(BUILT, 'worker-entry.js');
/** As it is built: a thread begins with a file of JavaScript. */
const { createTaskWorker, inTurnsOf, WorkerOverrun } = requireBuilt<typeof Built>('platform/task-worker');
/** It ends after its tries, and takes a second and a half. */
const ENDLESS = '{% for a in (1..1000000) %}{% endfor %}'.repeat(50);

describe('the worker thread', () => {
  const thread = createTaskWorker<Tasks>(ENTRY, { runsIn: 'process' });
  const here = createTasks();
  afterAll(() => thread.close());

  it('makes of templates what is made of them in the thread that answers requests, faults included', async () => {
    const piece = fc.constantFrom(
      'text <b>',
      '{{ a }}',
      '{{ a | upcase | split: "," | join: b }}',
      '{{ missing }}',
      '{% if a == b %}x{% else %}{{ c | raw }}{% endif %}',
      '{% for i in (1..3) %}{{ i }}{{ other }}{% endfor %}',
      '{% if a %}',
      '{{ a | nope }}',
      '{% include "a" %}',
      '{{ a',
    );
    const variables = fc.record({ a: fc.string(), b: fc.string({ unit: 'grapheme' }), c: fc.string() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 5 }),
        variables,
        fc.constantFrom('html', 'text'),
        async (pieces, given, kind) => {
          const template = pieces.join('');
          const [read, rendered] = await Promise.all([
            thread.run('readTemplate', kind, template),
            thread.run('renderTemplate', kind, template, given),
          ]);
          expect(read).toEqual(here.readTemplate(kind, template));
          expect(rendered).toEqual(here.renderTemplate(kind, template, given));
        },
      ),
    );
  });

  it('finds in HTML what is found there', async () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="x">',
      '<b',
      'coffee ',
      'Coffee in Berlin ',
      '&amp;',
    );
    const links = [
      { keyword: 'coffee', url: '/coffee' },
      { keyword: 'coffee in berlin', url: '/berlin' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const html = pieces.join('');
        expect(await thread.run('htmlProblem', html)).toEqual(here.htmlProblem(html));
        expect(await thread.run('countKeywords', html, links)).toEqual(here.countKeywords(html, links));
        const variables = { city: 'Berlin' };
        expect(await thread.run('textHashOfPage', html, variables)).toBe(
          here.textHashOfPage(html, variables),
        );
      }),
    );
  });

  it('ends with what takes too much memory, and begins anew for what waits behind it', async () => {
    const small = createTaskWorker<Tasks>(ENTRY, { runsIn: 'process', memory: 48 });
    // A word of twelve million letters comes to a large allocation, within which Node cannot end a thread, but only the process.
    const stopped = [
      small.run('htmlProblem', '<div>'.repeat(1_000_000)),
      small.run('countKeywords', 'x'.repeat(12_000_000), [{ keyword: 'coffee', url: '/coffee' }]),
    ];
    const waiting = [1, 2, 3].map(() => small.run('htmlProblem', '<a>'));
    await Promise.all(stopped.map((one) => expect(one).rejects.toBeInstanceOf(WorkerOverrun)));
    expect((await Promise.all(waiting)).map((problem) => problem?.message)).toEqual(
      Array(3).fill(here.htmlProblem('<a>')?.message),
    );
    await small.close();
  });

  it('serves each owner in rotation, and lets none fill the line', async () => {
    const busy = createTaskWorker<Tasks>(ENTRY, {
      runsIn: 'process',
      maxWaiting: 20,
      ownerOf: () => 'somebody',
    });
    const order: string[] = [];
    const done = (name: string) => () => void order.push(name);
    const many = Array.from({ length: 21 }, () => busy.run('htmlProblem', '<a>').then(done('many')));
    await expect(busy.run('htmlProblem', '<a>')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('You have too many') as string,
    });
    const other = inTurnsOf('a website', () => busy.run('htmlProblem', '<a>').then(done('one')));
    await Promise.all([...many, other]);
    expect(order.indexOf('one')).toBeLessThan(3);
    await busy.close();
  });

  it('ends what takes too long, and takes no more than can wait', async () => {
    const impatient = createTaskWorker<Tasks>(ENTRY, { runsIn: 'process', deadline: 200, maxPending: 2 });
    const stopped = expect(impatient.run('renderTemplate', 'text', ENDLESS, {})).rejects.toBeInstanceOf(
      WorkerOverrun,
    );
    const waiting = impatient.run('htmlProblem', '').catch(() => null);
    await expect(impatient.run('htmlProblem', '')).rejects.toMatchObject({ status: 503 });
    await Promise.all([stopped, waiting]);
    await impatient.close();
    await expect(impatient.run('htmlProblem', '')).rejects.toMatchObject({ status: 503 });
  });
});
