import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/committed-files';
import { pages, piecesOf, type Piece } from '../../support/docs/pages';

/** What leads out of the repository. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** The anchors of a page, by GitHub's rule: the words of each heading, and a number from the second of the same words on. */
const anchorsOf = (pieces: readonly Piece[]): Set<string> => {
  const anchors = new Set<string>();
  for (const { kind, text } of pieces) {
    if (kind !== 'heading') continue;
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let number = 0;
    let free = anchor;
    while (anchors.has(free)) free = `${anchor}-${(number += 1)}`;
    anchors.add(free);
  }
  return anchors;
};

describe('links of the docs', () => {
  const all = pages();
  const anchors = new Map(all.map(({ file, pieces }) => [file, anchorsOf(pieces)]));

  /** What is wrong with a link of a page; empty when it leads somewhere. */
  const faultOf = (file: string, address: string): string => {
    if (ELSEWHERE.test(address)) return '';
    const [, written = '', anchor] = /^([^#]*)(?:#(.*))?$/.exec(address) ?? [];
    const target =
      written === ''
        ? file
        : path.posix.normalize(
            path.posix.join(
              written.startsWith('/') ? '' : path.posix.dirname(file),
              decodeURIComponent(written),
            ),
          );
    const place = path.join(ROOT, target);
    if (target.startsWith('..') || !existsSync(place)) return 'there is no such file';
    if (anchor === undefined) return '';
    // A folder shows its README.
    const page = statSync(place).isDirectory() ? path.posix.join(target, 'README.md') : target;
    return anchors.get(page)?.has(decodeURIComponent(anchor)) === true ? '' : `${page} has no heading for it`;
  };

  it('lead to files and headings that are there', () => {
    const faults = all.flatMap(({ file, pieces }) =>
      pieces.flatMap(({ kind, text, line }) => {
        const fault = kind === 'link' ? faultOf(file, text) : '';
        return fault === '' ? [] : [`${file}:${line}: ${text}: ${fault}`];
      }),
    );
    expect(all.length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });

  it('would be told of a file and of a heading that are not there', () => {
    expect(faultOf('docs/api.md', 'nowhere.md')).toBe('there is no such file');
    expect(faultOf('docs/api.md', '../../outside.md')).toBe('there is no such file');
    expect(faultOf('docs/api.md', 'limits.md#nowhere')).toBe('docs/limits.md has no heading for it');
    expect(faultOf('docs/api.md', '#nowhere')).toBe('docs/api.md has no heading for it');
    expect(faultOf('docs/api.md', '../client')).toBe('');
  });

  it('name headings as GitHub does', () => {
    const text =
      '# The `kill -9` of it, again\n\n## Über C++ & more\n\n## Same\n\n## Same\n\n## snake_case: [a link](x.md)\n';
    expect([...anchorsOf(piecesOf(text))]).toEqual([
      'the-kill--9-of-it-again',
      'über-c--more',
      'same',
      'same-1',
      'snake_case-a-link',
    ]);
  });

  it('are read from Markdown and from HTML, pictures too, and not from code', () => {
    const text =
      '[a](b.md) ![c](d.png) `[e](f.md)` <a href="g.md">h</a>\n\n<img src="i.png">\n\n```\n[j](k.md)\n```\n\n[l][m]\n\n[m]: n.md\n';
    const links = piecesOf(text).filter(({ kind }) => kind === 'link');
    expect(links.map((link) => link.text)).toEqual(['b.md', 'd.png', 'g.md', 'i.png', 'n.md']);
  });
});
