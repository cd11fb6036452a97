import { shownFiles } from '../html/linked-files';
import { attributeValue, escapeAttribute } from '../../platform/html/references';
import { attributeIn } from '../html/markup';
import { tokenize } from '../html/tokens';

/**
 * HTML whose links lead where `addressOf` says; all else stays byte for byte.
 * @param onFile called with what is shown or played, images aside, as it is written
 */
export const withLinkAddresses = (
  html: string,
  addressOf: (href: string) => string,
  onFile: (address: string) => void,
): string => {
  const parts = tokenize(html).map((token) => {
    if (token.kind !== 'tag' || token.isClosing) return token.raw;
    for (const file of Object.values(shownFiles(token)).flat()) onFile(file);
    const href = token.name === 'a' || token.name === 'area' ? attributeIn(token.raw, 'href') : null;
    if (href === null) return token.raw;
    const written = attributeValue(href.value);
    const address = addressOf(written);
    if (address === written) return token.raw;
    const { from } = href;
    return token.raw.slice(0, from) + escapeAttribute(address) + token.raw.slice(from + href.value.length);
  });
  return parts.join('');
};
