import type { Item } from './file';

/** Names an item within its export, always the same way. */
export const sourceIdOf = ({ type, id }: Pick<Item, 'type' | 'id'>): string => `${type} ${id}`;

/** The same of who has written items. */
export const authorIdOf = (login: string): string => `author ${login}`;
