import { ARCHIVES } from '../../commands/cases/archives';
import { BENCHES } from '../../commands/cases/benches';
import { IMPORTS } from '../../commands/cases/imports';
import { SCRIPTS } from '../../commands/cases/scripts';
import { SERVERS } from '../../commands/cases/servers';
import { NOT_RUN } from '../../commands/not-run';
import { allShown, isShownBy } from '../../commands/shown';
import type { ShownCommand } from '../../support/docs/commands';
import { scripts } from '../../support/docs/scripts';

const CASES = [...ARCHIVES, ...BENCHES, ...IMPORTS, ...SCRIPTS, ...SERVERS];
const KNOWN = [...CASES, ...NOT_RUN];
const NAMES = Object.keys(scripts());

const isKnown = (command: Pick<ShownCommand, 'text' | 'file'>): boolean =>
  KNOWN.some((one) => isShownBy(one, command));

/** The script that a command names and gives nothing to, as pages do when they speak of it. */
const scriptNamed = (text: string): string | undefined => {
  const [, name] = /^npm run ([\w:-]+)$/.exec(text) ?? /^npm (test|start)$/.exec(text) ?? [];
  return name;
};

/** A script as it is called, alone and as pages show it. */
const callsOf = (script: string, shown: readonly ShownCommand[]): Pick<ShownCommand, 'text' | 'file'>[] => [
  ...[`npm run ${script}`, `npm ${script}`].map((text) => ({ text, file: '' })),
  ...shown.filter(({ text }) => text.split(/\s+/).includes(script)),
];

// Run by `npm run test:full -- commands`; here it is only held that nothing is forgotten there.
describe('the commands of the docs and of package.json', () => {
  const shown = allShown();

  it('are all run by a case, or stand in the list of those that are not, with the reason', () => {
    const forgotten = shown
      .filter((command) => !isKnown(command) && !NAMES.includes(scriptNamed(command.text) ?? ''))
      .map(({ file, line, text }) => `${file}:${line}: ${text}`);
    expect(shown.length).toBeGreaterThan(150);
    expect(forgotten).toEqual([]);
    expect(NAMES.filter((script) => !callsOf(script, shown).some(isKnown))).toEqual([]);
  });

  it('are there for each case and each line of that list', () => {
    const all = [...shown, ...NAMES.flatMap((script) => callsOf(script, []))];
    const idle = KNOWN.filter((one) => !all.some((command) => isShownBy(one, command)));
    expect(idle.map((one) => one.shown.source)).toEqual([]);
  });
});
