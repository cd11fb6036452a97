import { commandsIn, type ShownCommand } from '../support/docs/commands';
import { pages } from '../support/docs/pages';
import type { Case } from './case';

/** Each command that the docs show today; the changelog shows those of its time. */
export const allShown = (): ShownCommand[] =>
  pages()
    .filter(({ file }) => file !== 'CHANGELOG.md')
    .flatMap(commandsIn);

export const isShownBy = (
  { shown, on }: Pick<Case, 'shown' | 'on'>,
  { text, file }: Pick<ShownCommand, 'text' | 'file'>,
): boolean => shown.test(text) && (on?.test(file) ?? true);

/** The commands of a case, each once, in the order in which the docs show them. */
export const shownBy = (one: Case): string[] => [
  ...new Set(allShown().flatMap((command) => (isShownBy(one, command) ? command.text : []))),
];
