import type { Item } from './file';

/** What an item becomes here, or why it does not. */
export type TargetStatus =
  | { comes: true; status: 'published' | 'draft'; isScheduled: boolean; isProtected: boolean }
  | { comes: false; why: string };

const LEFT: ReadonlyMap<string, string> = new Map([
  ['private', 'It is private: only people who are signed in to WordPress can read it.'],
  ['trash', 'It is in the trash.'],
  ['auto-draft', 'It was begun and never saved.'],
  ['inherit', 'It is an older version of something else.'],
]);

export const statusOf = ({ status, password }: Item): TargetStatus => {
  const isProtected = password !== '';
  switch (status) {
    case 'publish':
    case 'future':
      if (isProtected) return { comes: true, status: 'draft', isScheduled: false, isProtected };
      return { comes: true, status: 'published', isScheduled: status === 'future', isProtected };
    case 'draft':
    case 'pending':
      return { comes: true, status: 'draft', isScheduled: false, isProtected };
    default:
      return {
        comes: false,
        why: LEFT.get(status) ?? `It has the status "${status.slice(0, 40)}" of a plugin.`,
      };
  }
};
