import { LRUCache } from 'lru-cache';
import type { TemplateKind } from './liquid';

/** Characters of the templates of a kind for which something is kept. */
const KEPT = 4_000_000;

/** What was made of templates: pages of a campaign share them, and to make it again for each takes longer than all else. */
export const createKept = <Made extends object>() => {
  const create = () =>
    new LRUCache<string, Made>({ maxSize: KEPT, sizeCalculation: (_, { length }) => length + 1 });
  const kept: Record<TemplateKind, LRUCache<string, Made>> = {
    html: create(),
    'legacy-html': create(),
    text: create(),
  };
  return (kind: TemplateKind) => kept[kind];
};
