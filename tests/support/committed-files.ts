import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '..', '..');

/** The text of a file of the project. */
export const fileText = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const walk = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', '.git', '.tmp', '.cache'].includes(entry.name) ? [] : walk(name);
    return entry.isFile() ? [name] : [];
  });

/** What is committed, or in a copy without its history, what is there. Paths in the project, with slashes. */
export const committedFiles = (): string[] => {
  const names = existsSync(path.join(ROOT, '.git'))
    ? execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
    : walk('');
  return names.filter((name) => existsSync(path.join(ROOT, name)));
};
