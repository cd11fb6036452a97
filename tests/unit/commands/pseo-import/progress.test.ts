import { WrongOptions } from '../../../../commands/shared/options';
import { barLine, createProgress, formatDuration, stepLine } from '../../../../commands/shared/progress';
import { readOptions } from '../../../../commands/pseo-import/options';

describe('the progress of the command', () => {
  it.each([
    [5, '5 s'],
    [65, '1 min 5 s'],
    [3_660, '1 h 1 min'],
  ])('writes %p seconds as %p', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('says how far it is', () => {
    expect(stepLine({ done: 1_500, total: 6_000, secondsLeft: 9 })).toBe(
      '1,500 of 6,000 (25 %), about 9 s left',
    );
    expect(stepLine({ done: 5, total: 5, secondsLeft: 0 })).toBe('5 of 5 (100 %)');
    expect(barLine('Importing', { done: 1, total: 2, secondsLeft: null }, 80)).toBe(
      `Importing [${'#'.repeat(15)}${'-'.repeat(15)}] 1 of 2 (50 %)`,
    );
    expect(barLine('Importing', { done: 1, total: 2, secondsLeft: null }, 20)).toHaveLength(19);
  });

  it('is a bar in its place on a terminal, and a line now and then elsewhere', () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    let now = 0;
    const terminal = createProgress({ isTTY: true, columns: 60, write }, 'X');
    terminal.show({ done: 1, total: 2, secondsLeft: null });
    terminal.show({ done: 1, total: 2, secondsLeft: null });
    terminal.end({ done: 2, total: 2, secondsLeft: null });
    expect(written).toHaveLength(2);
    expect(written[0]?.startsWith('\r\u001b[2KX [#')).toBe(true);
    expect(written[0]).toContain('1 of 2');
    expect(written[1]).toMatch(/2 of 2 \(100 %\)\n$/);

    written.length = 0;
    const plain = createProgress({ write }, 'X', () => now);
    for (; now < 11_000; now += 1_000) plain.show({ done: now, total: 11_000, secondsLeft: null });
    expect(written).toEqual([
      'X: 0 of 11,000 (0 %)\n',
      'X: 5,000 of 11,000 (45 %)\n',
      'X: 10,000 of 11,000 (90 %)\n',
    ]);
  });
});

describe('the options of the command', () => {
  it('say what is imported where', () => {
    expect(
      readOptions([
        '--campaign',
        'c',
        '--file',
        'f.csv',
        '--publish',
        '--map',
        'a=b=slug',
        '--map',
        'x=',
        '--map',
        'Y=z',
      ]),
    ).toEqual({
      campaign: 'c',
      file: 'f.csv',
      dryRun: false,
      publish: true,
      skipFaulty: false,
      mode: 'rows',
      map: new Map<string, unknown>([
        ['a=b', { to: 'slug' }],
        ['x', null],
        ['Y', { to: 'variable', name: 'z' }],
      ]),
      empty: new Map(),
      read: {},
      reportFiles: [],
    });
    expect(readOptions(['--help'])).toBeNull();
    expect(() => readOptions(['--campaign', 'c', '--file', 'f', '--map', 'x'])).toThrow(WrongOptions);
  });
});
