import { ok, warning, wrong, type Check, type Finding } from '../../../../commands/doctor/finding';
import { lineOf, statusOf, summaryOf } from '../../../../commands/doctor/report';
import { findingsOf } from '../../../../commands/doctor/run-checks';

const all = async (checks: readonly Check[]): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for await (const finding of findingsOf(checks)) findings.push(finding);
  return findings;
};

it('a check that fails or does not end keeps no other one from being run', async () => {
  const findings = await all([
    { about: 'First', look: () => [ok('First', 'fine'), warning('First', 'so so')] },
    {
      about: 'Thrown',
      look: () => {
        throw Object.assign(new Error('select 1 - refused'), { code: 'ECONNREFUSED' });
      },
    },
    { about: 'Rejected', look: () => Promise.reject(new Error('no such thing')) },
    { about: 'Endless', seconds: 0.01, look: () => new Promise(() => undefined) },
    { about: 'Last', look: async () => [ok('Last', 'fine')] },
  ]);
  expect(findings).toEqual([
    ok('First', 'fine'),
    warning('First', 'so so'),
    wrong('Thrown', 'It could not be looked at: ECONNREFUSED: refused'),
    wrong('Rejected', 'It could not be looked at: no such thing'),
    warning('Endless', 'Not found out within 0.01 s, and given up.'),
    ok('Last', 'fine'),
  ]);
});

it('a finding is one line, aligned with the others', () => {
  expect(
    [ok('Node', '24'), warning('Database, version', 'old'), wrong('Mail', 'two\n  lines')].map(lineOf),
  ).toEqual([
    'ok       Node               24',
    'warning  Database, version  old',
    'wrong    Mail               two lines',
  ]);
});

it('only what is wrong makes the exit status 1', () => {
  expect(statusOf([ok('A', ''), warning('B', '')])).toBe(0);
  expect(statusOf([ok('A', ''), wrong('B', '')])).toBe(1);
  expect(summaryOf([ok('A', ''), warning('B', ''), wrong('C', '')])).toBe(
    '1 wrong, 1 to be considered, 1 ok.',
  );
});
