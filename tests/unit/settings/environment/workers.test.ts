import { availableParallelism } from 'node:os';
import type { Env } from '../../../../src/settings/environment/variables';
import { workersIn } from '../../../../src/settings/environment/workers';

const workers = (value: string) =>
  workersIn(((name: string, usual: string) => (name === 'WORKERS' ? value : usual)) as Env);

describe('WORKERS', () => {
  it.each([
    ['', 0],
    ['0', 0],
    [' 4 ', 4],
    ['64', 64],
    ['auto', Math.min(availableParallelism(), 64)],
  ])('"%s" are %i', (value, count) => {
    expect(workers(value)).toBe(count);
  });

  it('is refused in quotation marks', () => {
    expect(() => workers('"4"')).toThrow('WORKERS has quotation marks around its value');
  });

  it.each(['65', '-1', '1.5', 'many'])('"%s" is refused, with what may be there', (value) => {
    expect(() => workers(value)).toThrow(
      `WORKERS is "${value}"; it must be a whole number from 0 to 64, or auto for one on each core.`,
    );
  });
});
