import { optionsOf } from '../../support/docs/options';
import { pages, type Page } from '../../support/docs/pages';
import { scripts } from '../../support/docs/scripts';

/** Scripts that hand what follows them to another program, by its name. */
const HANDED_ON: Record<string, string> = {
  audit: 'npm audit',
  'test:databases': 'Jest',
  'test:e2e': 'Jest',
  strapi: 'Strapi',
};
/** Options that pages name by themselves, of programs that are not ours. */
const OF_OTHERS: Record<string, string> = {
  '--build-arg': 'docker build',
  '--install-links': 'npm install',
  '--max-semi-space-size': 'Node',
  '--no-deps': 'docker compose up',
  '--require': 'Node',
  '--stop-timeout': 'docker run',
  '--wait': 'docker compose up',
};

const SCRIPTS = scripts();

/** The options of a script, as its programs read them. */
const optionsOfScript = (name: string): Set<string> =>
  new Set(
    Array.from((SCRIPTS[name] ?? '').matchAll(/\bnode (\S+\.m?js)/g), ([, file = '']) => [
      ...optionsOf(file),
    ]).flat(),
  );
const known = new Map(Object.keys(SCRIPTS).map((name) => [name, optionsOfScript(name)]));

interface Mention {
  option: string;
  /** The scripts that may be meant. */
  of: string[];
}

const optionsIn = (words: string): string[] =>
  Array.from(words.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/(?<!\S)--[a-z][a-z-]*/g), ([option]) => option);

/** Our commands within a text, with what follows each of them: by npm, by Node, or by the name of the script alone. */
const commandsWithin = (text: string): { script: string; words: string }[] => {
  const found = [];
  for (const [, name = '', words = ''] of text.matchAll(
    /\bnpm run (?:--silent )?([\w:-]+)(?: -- ([^|>&\n]*))?/g,
  ))
    found.push({ script: name, words });
  for (const [, file = '', words = ''] of text.matchAll(/\bnode (dist\/\S+\.js) ?([^|>&\n]*)/g)) {
    const script = Object.keys(SCRIPTS).find((name) => SCRIPTS[name]?.endsWith(` ${file}`));
    found.push({ script: script ?? file, words });
  }
  const [, name = '', words = ''] = /^([a-z]+:[a-z]+) (--.*)$/.exec(text) ?? [];
  if (name !== '') found.push({ script: name, words });
  return found;
};

/** The options that a page names, and whose they are: of the command before them, else of those of their section, else of those of the page. */
const mentionsIn = ({ pieces }: Page): (Mention & { line: number })[] => {
  const codes = pieces.filter(({ kind }) => kind === 'code' || kind === 'block');
  const scriptsIn = (section: number | null, kinds: string[]): string[] =>
    codes
      .filter((piece) => kinds.includes(piece.kind) && (section === null || piece.section === section))
      .flatMap(({ text }) => commandsWithin(text).map(({ script }) => script))
      .filter((script) => known.get(script)?.size);
  return codes.flatMap(({ kind, text, line, section }) => {
    const ours = commandsWithin(text).flatMap(({ script, words }) =>
      optionsIn(words).map((option) => ({ option, of: [script], line })),
    );
    if (kind === 'block' || !/^--[a-z]/.test(text)) return ours;
    const near = [
      scriptsIn(section, ['block']),
      scriptsIn(section, ['code']),
      scriptsIn(null, ['block', 'code']),
      Object.keys(SCRIPTS),
    ];
    const of = near.find((names) => names.length > 0) ?? [];
    return [...ours, ...optionsIn(text).map((option) => ({ option, of: [...new Set(of)], line }))];
  });
};

const isKnown = ({ option, of }: Mention): boolean =>
  Object.hasOwn(OF_OTHERS, option) ||
  of.some((script) => Object.hasOwn(HANDED_ON, script) || known.get(script)?.has(option.slice(2)) === true);

describe('options that the docs name', () => {
  const all = pages().filter(({ file }) => file !== 'CHANGELOG.md');

  it('are options of the commands that they stand with', () => {
    const mentions = all.flatMap((page) =>
      mentionsIn(page).map((mention) => ({ ...mention, file: page.file })),
    );
    const faults = mentions
      .filter((mention) => !isKnown(mention))
      .map(({ file, line, option, of }) => `${file}:${line}: ${option}: no option of ${of.join(', ')}`);
    expect(mentions.length).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });
});
