/** Whether a text has Liquid in it: an output, or a tag. */
export const hasLiquid = (text: string): boolean => /\{\{|\{%/.test(text);
