import fc from 'fast-check';
import type { Column } from '../../../src/backup/archive/manifest';
import { refuseUnknownTypes, toNeutral, toStored } from '../../../src/backup/database/values';
import { BackupProblem } from '../../../src/backup/problem';

const column = (type: string): Column => ({ name: 'a', type });
/** From one driver's value to the next driver's, as it goes through an archive. */
const carried = (type: string, value: unknown): unknown =>
  toStored(column(type), JSON.parse(JSON.stringify(toNeutral(column(type), value))));

describe('values in a backup', () => {
  it.each([
    ['boolean', 1, true],
    ['boolean', 0, false],
    ['boolean', true, true],
    ['datetime', 1_795_287_663_811, new Date(1_795_287_663_811)],
    ['datetime', new Date(5), new Date(5)],
    ['datetime', '2026-11-21T12:00:00.001Z', new Date('2026-11-21T12:00:00.001Z')],
    ['date', '2026-11-21', '2026-11-21'],
    ['date', new Date('2026-11-21'), '2026-11-21'],
    ['integer', '12', 12],
    ['double', 0.1, 0.1],
    ['decimal', 12.5, '12.5'],
    ['bigInteger', '9007199254740993', '9007199254740993'],
    ['bigInteger', 12, '12'],
    ['json', '{"b":1,"10":2}', '{"b":1,"10":2}'],
    ['jsonb', { a: [null] }, '{"a":[null]}'],
    ['jsonb', 5, '5'],
    ['jsonb', 'null', 'null'],
    ['text', '', ''],
  ])('of the type %s go from %p to %p', (type, value, expected) => {
    expect(carried(type, value)).toEqual(expected);
  });

  it('stay null, whatever the type', () => {
    for (const type of ['increments', 'string', 'text', 'jsonb', 'boolean', 'datetime', 'decimal', 'time']) {
      expect(carried(type, null)).toBeNull();
    }
  });

  it('of texts stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(carried('text', text)).toBe(text)),
    );
  });

  it('of moments stay, to the millisecond', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) =>
        expect(carried('datetime', date)).toEqual(date),
      ),
    );
  });

  it('that cannot be of the column are refused', () => {
    for (const [type, value] of [
      ['integer', 'many'],
      ['boolean', 2],
      ['datetime', 'soon'],
      ['text', {}],
    ] as const) {
      expect(() => toNeutral(column(type), value)).toThrow(BackupProblem);
    }
    for (const [type, value] of [
      ['integer', '1'],
      ['boolean', 1],
      ['text', 5],
      ['jsonb', {}],
    ] as const) {
      expect(() => toStored(column(type), value)).toThrow(BackupProblem);
    }
    expect(() => refuseUnknownTypes([column('text'), column('geometry')])).toThrow(/geometry/);
    expect(() => refuseUnknownTypes([column('constructor')])).toThrow(/constructor/);
  });
});
