import type { Item } from './file';

/** Other programs write items of nothing, or of nothing but "null". */
export const isEmpty = ({ type, title, slug, content }: Item): boolean => {
  const texts = [title, slug, content.trim()];
  const isNothing = texts.every((text) => text === '' || text === 'null');
  return isNothing && (type === '' || type === 'null' || texts.includes('null'));
};
