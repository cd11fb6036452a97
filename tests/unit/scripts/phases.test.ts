import { spawnSync } from 'node:child_process';
import path from 'node:path';

const MODULE = path.resolve(__dirname, '..', '..', '..', 'scripts', 'phases.mjs');

interface Phase {
  name: string;
  minutes: number;
  command: string[];
  hasTests?: boolean;
  repeat?: string;
}

/** A program for Node as the command of a phase. */
const node = (program: string): string[] => [process.execPath, '-e', program];
/** Appends a line as Jest's reporter does. */
const writes = (results: object): string => {
  const line = JSON.stringify({ passed: 0, failed: 0, failures: [], unsteady: [], ...results });
  return `require('node:fs').appendFileSync(process.env.TEST_RESULTS, ${JSON.stringify(`${line}\n`)});`;
};
/** A phase with time enough. */
const phase = (name: string, program: string): Phase => ({ name, minutes: 1, command: node(program) });

/** Runs the phases in a process of their own; returns its exit status and what it wrote. */
const run = (...phases: Phase[]) => {
  const program = `
    import { report, runPhase } from ${JSON.stringify(MODULE)};
    const outcomes = [];
    for (const phase of ${JSON.stringify(phases)}) outcomes.push(await runPhase(phase));
    process.exitCode = report(outcomes) ? 0 : 1;`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, lines: stdout.trim().split('\n') };
};

describe('phases of a test run', () => {
  it('add up what their test runs counted', () => {
    const unsteady = ['a.test.ts: now and then'];
    const { status, lines } = run(
      phase('one', writes({ passed: 3 }) + writes({ passed: 4, unsteady })),
      phase('other', ''),
    );
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe('7 passed, 0 failed');
    expect(lines.join('\n')).toContain('== Passed at the second try only (1):\na.test.ts: now and then');
    expect(lines.join('\n')).not.toContain('What failed');
  });

  it('name what failed, and the command that repeats it, above the last line, and go on', () => {
    const failure = { message: 'a.test.ts: adds\nExpected 2', repeat: "npx jest a.test.ts -t '^adds$'" };
    const { status, lines } = run(
      phase('one', `${writes({ passed: 3, failed: 1, failures: [failure] })} process.exit(1);`),
      phase('other', writes({ passed: 1 })),
    );
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('4 passed, 1 failed');
    expect(lines).toContain(failure.repeat);
    expect(lines.join('\n')).toContain('== What failed (1):\n\na.test.ts: adds\nExpected 2');
    expect(lines).toContain('== other: passed, 1 passed, 0 failed, 0 s');
  });

  it('count one that fails without a failed test, and show what it wrote last', () => {
    const { status, lines } = run({
      ...phase('build', "console.error('There is no such type.'); process.exit(2);"),
      repeat: 'npm run build',
    });
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
    expect(lines.join('\n')).toContain('build: ended with 2\nThere is no such type.\n  npm run build');
  });

  it('fail when they should run tests and none is reported, as Jest ends with 0 when it is told to stop', () => {
    const { status, lines } = run({ ...phase('race', ''), hasTests: true, repeat: 'npm run race' });
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
    expect(lines.join('\n')).toContain('race: reported no test\n\n  npm run race');
  });

  it('end with all that they started when their time is over', () => {
    // The child holds the output of the phase open for as long as it lives, and the phase reads that to its end.
    const forever = 'setInterval(() => undefined, 1000);';
    const { status, lines } = run({
      name: 'stuck',
      minutes: 0.005,
      command: node(
        `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { stdio: 'inherit' }); ${forever}`,
      ),
      repeat: 'npm run stuck',
    });
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
    expect(lines).toContain('== stuck: ended after 0.005 minutes, 0 passed, 1 failed, 0 s');
  });
});
