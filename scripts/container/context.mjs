// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The files that a build gets to see: those that .dockerignore leaves. The last pattern that fits a path, or one of the
 * folders that it is in, decides.
 * @param {string} root
 * @returns {string[]} paths relative to it
 */
export const contextOf = (root) => {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isKept = line.startsWith('!');
      const pattern = (isKept ? line.slice(1) : line).replace(/^\/+|\/+$/g, '');
      return { isKept, pattern, fits: matcherOf(pattern) };
    });

  /** @param {string} file */
  const isLeft = (file) => {
    const names = file.split('/');
    const ways = names.map((_, n) => names.slice(0, n + 1).join('/'));
    let left = true;
    for (const { isKept, fits } of patterns) if (ways.some((way) => fits.test(way))) left = isKept;
    return left;
  };
  /** @param {string} folder */
  const mayHoldKept = (folder) =>
    patterns.some(
      ({ isKept, pattern }) => isKept && (pattern.startsWith(`${folder}/`) || pattern.startsWith('**')),
    );

  /** @type {string[]} */
  const files = [];
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (isLeft(file) || mayHoldKept(file)) walk(file);
      } else if (isLeft(file)) files.push(file);
    }
  };
  walk('');
  return files;
};

/** @param {string} pattern */
const matcherOf = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*\*\/|\*\*|\*|\?/g, (sign) =>
        sign === '**/' ? '(?:.*/)?' : sign === '**' ? '.*' : sign === '*' ? '[^/]*' : '[^/]',
      )}$`,
  );
