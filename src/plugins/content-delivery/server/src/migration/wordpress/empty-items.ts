import type { Item } from './file';

/** Other programs write items of nothing, or of nothing but "null" or "undefined". */
const isNoText = (text: string): boolean => text === 'null' || text === 'undefined';

export const isEmpty = ({ type, title, slug, content }: Item): boolean => {
  const texts = [title, slug, content.trim()];
  const isNothing = texts.every((text) => text === '' || isNoText(text));
  return isNothing && (type === '' || isNoText(type) || texts.some(isNoText));
};
