import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  printRemarks,
  printReport,
  reportLine,
  websiteLine,
} from '../../../../commands/shared/migration/print';
import { expectWritable } from '../../../../commands/shared/migration/report-file';
import { runMigration, type Session } from '../../../../commands/shared/migration/session';
import { forTerminal } from '../../../../commands/shared/migration/terminal';
import { MigrationProblem } from '../../../../src/plugins/content-delivery/server/src/migration';
import { createReport } from '../../../../src/plugins/content-delivery/server/src/migration/report';
import { temporaryFolder } from '../../../support/temporary-folder';

let signalled: () => void;
jest.mock('../../../../commands/shared/signals', () => ({
  takeSignals: (stop: () => void) => (signalled = stop),
}));
const mockDestroy = jest.fn();
const mockQueue = { running: 0, queue: [] as unknown[] };
jest.mock('../../../../commands/shared/project-strapi', () => ({
  projectsStrapi: () => ({
    load: async () => undefined,
    destroy: mockDestroy,
    get: () => ({ queue: mockQueue }),
    db: { connection: { client: { pool: { numUsed: () => 0, numPendingAcquires: () => 0 } } } },
  }),
}));

const folder = temporaryFolder();
const written = { out: '', err: '' };
beforeEach(() => {
  written.out = '';
  written.err = '';
  jest.spyOn(console, 'log').mockImplementation((line) => void (written.out += `${line}\n`));
  jest.spyOn(console, 'error').mockImplementation((line) => void (written.err += `${line}\n`));
});
afterEach(() => jest.restoreAllMocks());

const WEBSITE = { documentId: 'w', name: 'W', isNew: true };
const kept = jest.fn(async () => undefined);
const WRITER = { website: WEBSITE, keepReport: kept };
const LINE = { kind: 'post', where: 'a' } as const;
const WORDS = ['It.', 'Nothing.'] as const;

const move = (work: (session: Session) => Promise<void>, { reportFile = path.join(folder, 'r.json') } = {}) =>
  runMigration(
    {
      website: { name: 'W', url: null, kind: 'nextjs', account: null, mayHaveContent: false },
      images: { mode: 'leave', hosts: [], files: false },
      isDryRun: false,
      reportFiles: [reportFile],
    },
    createReport(),
    work,
  );

describe('the report of a move', () => {
  const fileText = () => readFile(path.join(folder, 'r.json'), 'utf8');

  it('is not lost with an error that nobody expected', async () => {
    const failing = move(async ({ begin, report }) => {
      begin(WRITER);
      report.leftOut(LINE, ...WORDS);
      throw new RangeError('unexpected');
    });
    await expect(failing).rejects.toThrow('unexpected');
    expect(written.err).toContain('left out: post a: It. → Nothing.');
    expect(written.out).toContain('Posts: 0 made, 0 changed, 0 left as they are, 1 left out.');
    expect(JSON.parse(await fileText())).toMatchObject({ counts: { post: { leftOut: 1 } } });
    expect(mockDestroy).toHaveBeenCalled();
    expect(kept).toHaveBeenCalled();
  });

  it('is not lost where it cannot be kept for the panel', async () => {
    kept.mockRejectedValueOnce(new Error('no database'));
    const status = await move(async ({ begin, report }) => {
      begin(WRITER);
      report.leftOut(LINE, ...WORDS);
    });
    expect(status).toBe(1);
    expect(written.err).toContain('left out: post a: It. → Nothing.');
    expect(written.err).toContain('could not be kept for the panel: Error: no database');
    expect(JSON.parse(await fileText())).toMatchObject({ counts: { post: { leftOut: 1 } } });
  });

  it('is printed when its file cannot be written, which is said and makes the move incomplete', async () => {
    const status = await move(
      async ({ begin, report }) => {
        begin(WRITER);
        report.counted('post', 'made');
      },
      { reportFile: path.join(folder, 'missing', 'r.json') },
    );
    expect(status).toBe(1);
    expect(written.out).toContain('Posts: 1 made');
    expect(written.err).toMatch(
      /^The report cannot be written to ".*missing.r\.json": its folder does not exist\.$/m,
    );
  });

  it('is a table where its name says so, with a row for each entry, and nothing that a spreadsheet runs', async () => {
    const reportFile = path.join(folder, 'r.CSV');
    const status = await move(
      async ({ begin, report }) => {
        begin(WRITER);
        for (const where of ['a', '=1+1', 'c, "d"', 'e', 'f'])
          report.addRepeated({ loss: 'altered', ...LINE, where }, ...WORDS);
        report.add({ loss: 'note', ...LINE, where: 'g' }, ...WORDS, 3);
        report.leftOut({ ...LINE, where: 'h' }, ...WORDS);
      },
      { reportFile },
    );
    expect(status).toBe(1);
    expect(await readFile(reportFile, 'utf8')).toBe(
      [
        'loss,kind,where,what,what to do,count',
        'left-out,post,h,It.,Nothing.,1',
        'altered,post,a,It.,Nothing.,1',
        "altered,post,'=1+1,It.,Nothing.,1",
        'altered,post,"c, ""d""",It.,Nothing.,1',
        'altered,post,e,It.,Nothing.,1',
        'altered,post,f,It.,Nothing.,1',
        'note,post,g,It.,Nothing.,3',
        '',
      ].join('\r\n'),
    );
    expect(written.err).toContain('altered: post a, =1+1, c, "d" and 2 more (5 times): It.');
    expect(written.err.indexOf('left out: post h')).toBeLessThan(written.err.indexOf('altered: post a'));
    expect(written.out).toContain(
      'With remarks: 1 time something was left out, 5 times it came otherwise than it was. Look at these. Besides there is 1 note.',
    );
  });

  it('is tried out before, which leaves no file and changes none', async () => {
    const file = path.join(folder, 'new.json');
    await expectWritable(file);
    await expect(readFile(file)).rejects.toThrow(/ENOENT/);
    await writeFile(file, 'kept');
    await expectWritable(file);
    expect(await readFile(file, 'utf8')).toBe('kept');
    await expect(expectWritable(path.join(folder, 'missing', 'x.json'))).rejects.toThrow(
      /missing.x\.json": its folder does not exist\. Give another file with --report\./,
    );
    await expect(expectWritable(folder)).rejects.toThrow(/^The report cannot .* it is a folder/);
    await expect(expectWritable(folder, '--redirects')).rejects.toThrow(
      /^The table of old addresses cannot .* Give another file with --redirects\./,
    );
  });
});

describe('the status of a move', () => {
  it.each<[string, number, boolean]>([
    ['the website was made, and the source failed then', 3, true],
    ['nothing was begun', 2, false],
  ])('says whether anything was done: %s', async (_, status, hasBegun) => {
    const ended = await move(async ({ begin }) => {
      if (hasBegun) begin(WRITER);
      throw new MigrationProblem('The source failed.');
    });
    expect(ended).toBe(status);
    expect(written.err).toContain('The source failed.\n');
    expect(written.out.includes('Posts: 0 made')).toBe(hasBegun);
  });
});

describe('a signal', () => {
  it('calls off what is waited for, and goes on with nothing', async () => {
    const done: number[] = [];
    const status = await move(async ({ begin, each, signal }) => {
      begin(WRITER);
      await each('Posts', 3, [1, 2, 3], async (entry) => {
        done.push(entry);
        if (entry === 2) signalled();
      });
      expect(signal.aborted).toBe(true);
    });
    expect(status).toBe(130);
    expect(done).toEqual([1, 2]);
    expect(written.err).toMatch(/Stopped\. Run the same command again/);
    const waiting = await move(async ({ signal }) => {
      const called = new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      signalled();
      await called;
    });
    expect(waiting).toBe(130);
  });

  it('ends the process at once when it comes again', async () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    await move(async () => {
      signalled();
      expect(exit).not.toHaveBeenCalled();
      signalled();
      expect(exit).toHaveBeenCalledWith(130);
    });
  });
});

describe('webhooks', () => {
  /** Calls one webhook after the other, as Strapi does. */
  const callFrom = async (calls: number): Promise<void> => {
    mockQueue.running = 1;
    mockQueue.queue = Array.from({ length: calls - 1 }, (_, index) => index);
    while (mockQueue.queue.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      mockQueue.queue.pop();
    }
    mockQueue.running = 0;
  };
  beforeEach(() => mockDestroy.mockReset());

  it('are all called before the process ends, with a line that says so', async () => {
    jest.spyOn(console, 'error').mockImplementation((line) => {
      written.err += `${line}\n`;
      void callFrom(37);
    });
    mockDestroy.mockImplementation(() => expect(mockQueue).toEqual({ running: 0, queue: [] }));
    await move(async () => {
      mockQueue.running = 5;
      mockQueue.queue = Array.from({ length: 32 });
    });
    expect(mockDestroy).toHaveBeenCalledTimes(1);
    expect(written.err).toBe('Calling 37 webhooks …\n');
    await move(async () => undefined);
    expect(written.err).toBe('Calling 37 webhooks …\n');
  });

  it('hold the work back when many wait, which is said once; a signal ends that', async () => {
    const waiting: number[] = [];
    await move(async ({ each }) => {
      await each('Posts', 3, [1, 2, 3], async () => {
        waiting.push(mockQueue.queue.length);
        void callFrom(400);
      });
    });
    expect(waiting[0]).toBe(0);
    expect(Math.max(...waiting)).toBeLessThanOrEqual(300);
    expect(written.err.match(/Webhooks answer slowly.*Settings → Webhooks/g)).toHaveLength(1);

    jest.spyOn(console, 'error').mockImplementation((line: string) => {
      // While it waits.
      if (line.startsWith('Webhooks answer slowly')) setImmediate(() => signalled());
      if (line.startsWith('Calling')) mockQueue.queue = [];
    });
    const stopped = await move(async ({ each }) => {
      await each('Posts', 2, [1, 2], async () => {
        mockQueue.queue = Array.from({ length: 1_000 }, () => null);
      });
    });
    expect(stopped).toBe(130);
  });
});

describe('what others have written', () => {
  it('cannot steer a terminal, nor look like a line of its own', () => {
    const wild = 'a\u001b[2Jb\nleft out\r\u0000\u007f\u009b\u2028\u2029\u202e\u2066 ä → 字 \\u001b';
    const tame =
      'a\\u001b[2Jb\\u000aleft out\\u000d\\u0000\\u007f\\u009b\\u2028\\u2029\\u202e\\u2066 ä → 字 \\u001b';
    expect(forTerminal(wild)).toBe(tame);
    const about = { ...LINE, loss: 'altered', where: wild } as const;
    const line = { ...about, what: wild, whatToDo: 'Nothing.', count: 1 };
    expect(reportLine(line)).toBe(`altered: post ${tame}: ${tame} → Nothing.`);
    expect(websiteLine({ ...WEBSITE, name: wild }, true)).toBe(`The website "${tame}" would be made.`);
    const report = createReport();
    report.add(about, wild, 'Nothing.');
    printReport(report.report, console);
    expect(written.err).toBe(`${reportLine(line)}\n`);
  });

  it('is a table in a terminal that has room for one, and lines elsewhere', () => {
    const report = createReport();
    report.addRepeated({ ...LINE, loss: 'altered', where: 'b\u001b' }, 'It came otherwise.', 'Nothing.');
    report.addRepeated({ ...LINE, loss: 'altered', where: 'c' }, 'It came otherwise.', 'Nothing.');
    report.leftOut({ ...LINE, where: 'd' }, 'It stayed.', 'Nothing.');
    const printed = (columns?: number) => {
      const errors: string[] = [];
      const output = { log: () => undefined, error: (text: string) => void errors.push(text), columns };
      printRemarks(report.report, output);
      return errors.join('\n');
    };
    const table = printed(100);
    const cells = table.split('\n').filter((line) => line.startsWith('│ left') || line.startsWith('│ alt'));
    expect(
      cells.map((line) =>
        line
          .split('│')
          .slice(1, 5)
          .map((cell) => cell.trim()),
      ),
    ).toEqual([
      ['left out', 'post', '1', 'd'],
      ['altered', 'post', '2', 'b\\u001b, c'],
    ]);
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBe(100);
    expect(printed(40)).toBe(printed());
    expect(printed().split('\n')).toHaveLength(2);
  });

  it('is tame in messages too', async () => {
    await move(async () => {
      throw new MigrationProblem('GET /api/blog was answered with 500: \u001b]0;x\u0007\nforged');
    });
    expect(written.err).toBe('GET /api/blog was answered with 500: \\u001b]0;x\\u0007\\u000aforged\n');
  });
});
