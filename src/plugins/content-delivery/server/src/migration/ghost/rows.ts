import type { Fields } from '../fields';
import { dateFrom } from '../source-dates';

/** Of what a post without an id is known by: titles of other programs may be long. */
const MAX_KEY = 200;

/** A row of one of Ghost's tables: texts, numbers and nulls by the names of its columns. */
export type Row = Fields;

/** A text of a row, without spaces around it; empty where it has none. */
export const textOf = (row: Row | undefined, column: string): string => {
  const value = row?.[column];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
};

/**
 * What a post is known by: its id, and without one its slug or its title, each written so that it is no id. Empty where it has none.
 */
export const postKeyOf = (post: Row): string => {
  const id = textOf(post, 'id');
  if (id !== '') return id;
  const slug = textOf(post, 'slug').slice(0, MAX_KEY);
  if (slug !== '') return `/${slug}`;
  const title = textOf(post, 'title').slice(0, MAX_KEY);
  return title === '' ? '' : `"${title}"`;
};

/** A switch: databases have numbers for it, and exports sometimes texts. */
export const isTrue = (row: Row, column: string): boolean =>
  row[column] === true || ['1', 'true'].includes(textOf(row, column));

/** Milliseconds since 1970; fewer digits would be seconds, or nothing. */
const MILLISECONDS = /^\d{12,14}$/;

/** A date as a text, or in milliseconds; null for what is none. */
export const dateOf = (row: Row, column: string): Date | null => {
  const text = textOf(row, column);
  return MILLISECONDS.test(text) ? new Date(Number(text)) : dateFrom(text);
};
