import type { Item } from './file';

/** Names an item within its export, always the same way. */
export const sourceIdOf = ({ type, id }: Pick<Item, 'type' | 'id'>): string => `${type} ${id}`;
