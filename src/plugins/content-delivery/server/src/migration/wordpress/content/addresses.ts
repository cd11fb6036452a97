import type { ContentSources, Notices } from './sources';
import type { Token } from '../../html/tokens';

type Players = Pick<ContentSources, 'playerOf'>;

export const ADDRESS = /^https?:\/\/[^\s<>"]+$/;

/**
 * An address alone in a line is a player or a card in WordPress, which asks the other site for it. Here it
 * becomes a player where that is known, or a link.
 */
export const withLinkedAddresses = (tokens: readonly Token[], sources: Players, notices: Notices): Token[] =>
  tokens.flatMap((token, index) =>
    token.kind === 'text' && token.raw.includes('://')
      ? linkedLines(
          token.raw,
          isLineBegun(tokens[index - 1]),
          isLineEnded(tokens[index + 1]),
          sources,
          notices,
        )
      : [token],
  );

/**
 * @param isBegun whether the text begins a line
 * @param isEnded whether it ends one
 */
const linkedLines = (
  text: string,
  isBegun: boolean,
  isEnded: boolean,
  sources: Players,
  notices: Notices,
): Token[] => {
  const out: Token[] = [];
  let textFrom = 0;
  for (let from = 0; from <= text.length;) {
    const lineBreak = text.indexOf('\n', from);
    const to = lineBreak === -1 ? text.length : lineBreak;
    const line = text.slice(from, to);
    const address = withoutSpaces(line);
    const isWhole = (from > 0 || isBegun) && (lineBreak !== -1 || isEnded);
    if (isWhole && ADDRESS.test(address)) {
      const at = from + line.indexOf(address);
      out.push({ kind: 'text', raw: text.slice(textFrom, at) });
      out.push({ kind: 'made', ...embedded(address, sources, notices) });
      textFrom = at + address.length;
    }
    from = to + 1;
  }
  out.push({ kind: 'text', raw: text.slice(textFrom) });
  return out.filter(({ raw }) => raw !== '');
};

/** What becomes of an address that WordPress embeds. */
export const embedded = (
  address: string,
  sources: Players,
  notices: Notices,
): { raw: string; isFigure: boolean } => {
  const player = sources.playerOf(address);
  notices.add(player === null ? 'embed' : 'player', hostOf(address));
  return player === null ? { raw: linkTo(address), isFigure: false } : { raw: player, isFigure: true };
};

/** Of one length. */
const NO_BREAK_SPACES = ['&nbsp;', '&#160;'] as const;

/** The visual editor leaves a space behind that is written as an entity. */
const withoutSpaces = (line: string): string => {
  let text = line.trim();
  while (NO_BREAK_SPACES.some((space) => text.endsWith(space))) {
    text = text.slice(0, -NO_BREAK_SPACES[0].length).trimEnd();
  }
  return text;
};

const isLineBegun = (before: Token | undefined): boolean =>
  before === undefined || (before.kind === 'tag' && before.name === 'p' && !before.isClosing);

const isLineEnded = (after: Token | undefined): boolean =>
  after === undefined || (after.kind === 'tag' && after.name === 'p' && after.isClosing);

/** As it is in HTML already; only what could end the attribute is written otherwise. */
const linkTo = (address: string): string => `<a href="${address.replaceAll('"', '&quot;')}">${address}</a>`;

const hostOf = (address: string): string => URL.parse(address)?.host ?? address.slice(0, 80);
