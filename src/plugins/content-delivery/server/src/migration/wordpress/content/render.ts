import { withLinkedAddresses } from './addresses';
import { withoutBlocks } from './blocks';
import { withCode } from './code';
import { withEagerImages } from './lazy-images';
import { isBlankText } from '../../html/markup';
import { stretchesOf } from './kept-insides';
import { withParagraphs } from './paragraphs';
import { nameShortcodes, withoutShortcodes } from './shortcodes';
import { Room, type ContentSources, type Notices } from './sources';
import { joinTexts, tokenize, type Token } from '../../html/tokens';

/**
 * The HTML of a post as WordPress shows it, from what WordPress stores, as far as that needs no WordPress.
 * The same content gives the same bytes.
 */
export const renderContent = (stored: string, sources: ContentSources, notices: Notices): string => {
  if (isBlankText(stored)) return '';
  const room = new Room();
  const stretches = stretchesOf(withCode(stored), (name) => notices.add('kept-inside', name));
  const { tokens, hasBlocks } = withoutBlocks(
    stretches.flatMap(({ raw, isKept }): Token[] =>
      isKept ? [{ kind: 'made', raw, isFigure: false }] : withEagerImages(tokenize(raw).map(withUnixLines)),
    ),
    sources,
    room,
    notices,
  );
  const linked = withLinkedAddresses(tokens, sources, notices);
  // What stays as text: known shortcodes that could not be used are named when they are tried.
  nameShortcodes(linked, notices);
  const finished = joinTexts(withoutShortcodes(linked, sources, room, notices));
  return hasBlocks ? finished.map(({ raw }) => raw).join('') : withParagraphs(finished);
};

/** The text between tags only: `<pre>` and scripts are left alone. */
const withUnixLines = <T extends { kind: string; raw: string }>(token: T): T =>
  token.kind === 'text' && token.raw.includes('\r')
    ? { ...token, raw: token.raw.replace(/\r\n?/g, '\n') }
    : token;
