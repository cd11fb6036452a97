import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { ok, warning, wrong, type Finding } from '../finding';

const MEGABYTE = 1024 * 1024;
/** Megabytes of a server after its start (docs/operations/scaling.md). */
const AT_REST = 360;
/** The same of a delivery worker, and of the process that starts several. */
const WORKER_AT_REST = 300;
const PRIMARY = 65;
/** What is kept takes nearly half of that again for addresses, keys and collection. */
const PER_CACHED = 1.5;
/** Megabytes that an import of many pages adds while it runs. */
const IMPORT = 200;

interface Memory {
  /** Megabytes that the process may have: of its container, else of the machine. */
  limit: number;
  /** Megabytes that Node lets its heap have. */
  heap: number;
  /** DELIVERY_CACHE_MB. */
  cache: number;
  workers: number;
}

export const memoryFinding = ({ limit, heap, cache, workers }: Memory): Finding => {
  const ofWorkers = workers === 0 ? 0 : PRIMARY + workers * (WORKER_AT_REST + cache * PER_CACHED);
  const least = Math.round(AT_REST + cache * PER_CACHED + ofWorkers);
  const has = `${Math.floor(limit)} MB`;
  const needs = `${least} MB with DELIVERY_CACHE_MB=${cache}${workers === 0 ? '' : ` and WORKERS=${workers}`}`;
  if (limit < least)
    return wrong('Memory', `${has}, but a server takes ${needs}. Give it more, or lower DELIVERY_CACHE_MB.`);
  if (limit < least + IMPORT)
    return warning(
      'Memory',
      `${has}; a server takes ${needs}, and an import of many pages ${IMPORT} MB more.`,
    );
  const share = limit / (workers + 1);
  if (heap + cache > share)
    return warning(
      'Memory',
      `${has}, but Node lets its heap have ${Math.floor(heap)} MB beside DELIVERY_CACHE_MB=${cache}. ` +
        `Set NODE_OPTIONS=--max-old-space-size=${Math.floor(share - cache * PER_CACHED)}.`,
    );
  return ok('Memory', `${has}; a server takes ${needs}`);
};

/**
 * @param cache DELIVERY_CACHE_MB
 * @param workers WORKERS
 */
export const lookAtMemory = (cache: number, workers: number): Finding[] => [
  memoryFinding({
    // Without a limit it is 0, or larger than any machine.
    limit: Math.min(process.constrainedMemory() || Infinity, totalmem()) / MEGABYTE,
    heap: getHeapStatistics().heap_size_limit / MEGABYTE,
    cache,
    workers,
  }),
];
