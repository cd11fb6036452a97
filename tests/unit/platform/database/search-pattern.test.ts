import Database from 'better-sqlite3';
import fc from 'fast-check';
import { searchPatternOf } from '../../../../src/plugins/content-delivery/server/src/platform/database/search/pattern';
import { addRegexp } from '../../../../src/plugins/content-delivery/server/src/platform/database/search/sqlite-function';
import { searchingAlike } from '../../../../src/plugins/content-delivery/server/src/platform/database/search/statements';

const finds = (search: string, text: string): boolean =>
  new RegExp(searchPatternOf(`%${search.replace(/[%_\\]/g, '\\$&')}%`), 'su').test(text);

describe('a search', () => {
  it.each([
    ['ölwechsel', 'Der ÖLWECHSEL'],
    ['OLWECHSEL', 'ölwechsel'],
    ['ölmühle', 'O\u0308lmu\u0308hle'],
    ['o\u0308lmu\u0308hle', 'ÖLMÜHLE'],
    ['диски', 'Тормозные ДИСКИ'],
    ['елка', 'Ёлка'],
    ['οδος', 'ΟΔΌΣ'],
    ['ΟΔΟΣ', 'οδός'],
    ['straße', 'STRAẞE'],
    ['istanbul', 'İSTANBUL'],
    ['crème brûlée', 'CREME BRULEE'],
    ['tiếng việt', 'TIENG VIET'],
    ['𐐨', 'x𐐀y'],
    ['100%_\\ (a.b)*', '100%_\\ (A.B)*'],
    ['日本', '日本語'],
    ['', 'anything'],
  ])('for %s finds %s', (search, text) => expect(finds(search, text)).toBe(true));

  it.each([
    ['öl', 'ul'],
    ['a.c', 'abc'],
    ['a_c', 'abc'],
    ['100%', '1000'],
    ['диски', 'дискы'],
  ])('for %s does not find %s', (search, text) => expect(finds(search, text)).toBe(false));

  it('finds each text by any part of it, whatever its case', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (text, from, length) => {
          const characters = [...text];
          const start = from % (characters.length + 1);
          const part = characters.slice(start, start + (length % 10)).join('');
          expect(finds(part, text)).toBe(true);
          // Capitals of a few letters are two letters, such as those of ß.
          const capitals = [...part].map((one) => {
            const capital = one.toUpperCase();
            return [...capital].length === 1 && !/\p{M}/u.test(one) ? capital : one;
          });
          expect(finds(capitals.join(''), text)).toBe(true);
        },
      ),
    );
  });

  it('may be tied to the beginning or the end, and have gaps', () => {
    expect(new RegExp(searchPatternOf('ö%l_'), 'su').test('O\nlá')).toBe(true);
    expect(new RegExp(searchPatternOf('öl%'), 'su').test('x öl')).toBe(false);
    expect(new RegExp(searchPatternOf('%öl'), 'su').test('öl x')).toBe(false);
  });
});

describe('statements', () => {
  it('search by letters on SQLite, in a database that other tools can write', () => {
    const database = new Database(':memory:');
    addRegexp(database);
    database.exec("create table t (a text, b integer); insert into t values ('Ölmühle', 1), (null, 2)");
    const { sql, bindings } = searchingAlike(
      {
        sql: "select * from t where (`a` LIKE ? ESCAPE '\\' or `b` LIKE ? ESCAPE '\\') limit ?",
        bindings: ['%mUHL%', '%2%', 9],
      },
      'sqlite',
    );
    expect(bindings[2]).toBe(9);
    expect(database.prepare(sql).all(...bindings)).toHaveLength(2);
    const not = searchingAlike(
      { sql: "select * from t where LOWER(`a`) NOT LIKE LOWER(?) ESCAPE '\\'", bindings: ['öl%'] },
      'sqlite',
    );
    expect(database.prepare(not.sql).all(...not.bindings)).toEqual([]);
    expect(() => database.exec("create index i on t (a regexp 'b')")).toThrow('unsafe use of regexp()');
    database.close();
  });

  it('find numbers and ids of documents as a whole only', () => {
    const database = new Database(':memory:');
    addRegexp(database);
    database.exec('create table t (id integer, document_id text, a text, b text)');
    database.exec(
      "insert into t values (42, 'x', 'x', 1), (420, 'x42', 'x', 1), (7, '42', 'x', 1), (8, 'x', 'x42x', 1)",
    );
    const { sql, bindings } = searchingAlike(
      {
        sql: "select `t0`.`id` from `t` as `t0` where `t0`.`b` = ? and (`t0`.`id` LIKE ? ESCAPE '\\' or `t0`.`document_id` LIKE ? ESCAPE '\\' or `t0`.`a` LIKE ? ESCAPE '\\')",
        bindings: ['1', '%42%', '%42%', '%42%'],
      },
      'sqlite',
    );
    expect(
      database
        .prepare(sql)
        .pluck()
        .all(...bindings),
    ).toEqual([42, 7, 8]);
    database.close();
  });

  it('begin with the website on SQLite, and mean the same where a condition may be unknown', () => {
    const database = new Database(':memory:');
    addRegexp(database);
    database.exec(`
      create table p (id integer primary key, a text); create table l (p integer, w integer); create table w (id integer primary key);
      insert into p values (1, 'x'), (2, 'x'), (3, 'x'); insert into l values (1, 1), (2, 2); insert into w values (1), (2);
      create index lp on l (p); create index lw on l (w)`);
    const alike = (condition: string) => {
      const joined =
        'from `p` as `t0` left join `l` as `t1` on `t0`.`id` = `t1`.`p` left join `w` as `t2` on `t1`.`w` = `t2`.`id`';
      const { sql, bindings } = searchingAlike(
        {
          sql: `select \`t0\`.\`id\` ${joined} where ${condition} and \`t0\`.\`a\` LIKE ?`,
          bindings: [1, '%x%'],
        },
        'sqlite',
      );
      const plan = database.prepare(`explain query plan ${sql}`).all(...bindings) as { detail: string }[];
      return {
        ids: database
          .prepare(sql)
          .pluck()
          .all(...bindings),
        plan: plan.map(({ detail }) => detail),
      };
    };
    const { ids, plan } = alike('(`t2`.`id` in (?))');
    expect(ids).toEqual([1]);
    expect(plan.join()).toMatch(/SEARCH t0/);
    expect(alike('(not `t2`.`id` in (?))').ids).toEqual([2]);
    expect(alike('(`t2`.`id` is null or `t2`.`id` = ?)').ids).toEqual([1, 3]);
    expect(alike('((`t2`.`id` = ?) is null)').ids).toEqual([3]);
    database.close();
  });

  it('are left alone where they are no search', () => {
    for (const [sql, binding] of [
      ["select * from `files` where `folder_path` LIKE ? ESCAPE '\\'", '/1%'],
      ["select * from `t` where `a` like ? escape '!'", '%a%'],
      ['select * from `t` where LOWER(`a`) = LOWER(?)', 'a'],
      ["select * from `t` where `a` LIKE ? ESCAPE '\\'", `%${'a'.repeat(200)}%`],
      ["select * from `t` where LOWER(`a`) LIKE LOWER(?) ESCAPE '\\'", '%a%a%a%'],
    ] as const)
      expect(searchingAlike({ sql, bindings: [binding] }, 'sqlite')).toEqual({ sql, bindings: [binding] });
  });
});
