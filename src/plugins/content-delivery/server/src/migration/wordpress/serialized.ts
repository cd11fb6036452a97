/**
 * A text of an array that PHP has serialized, by its key: `s:5:"title";s:3:"Tea";`. Empty for none.
 * Its length counts bytes, and is wrong where somebody has replaced a part of the text in the database.
 */
export const textIn = (serialized: string, key: string): string => {
  const before = new RegExp(`s:\\d+:"${key}";s:(\\d+):"`).exec(serialized);
  if (!before) return '';
  const rest = serialized.slice(before.index + before[0].length);
  const text = Buffer.from(rest).subarray(0, Number(before[1])).toString();
  return rest.startsWith(`${text}";`) ? text : (rest.split('";')[0] ?? '');
};
