import type { carryOver } from '../../src/plugins/content-delivery/server/src/content/rules/carried-over';
import { requireBuilt } from './built';

/** Makes content that the rules would refuse if it were new: it counts as come from another server. */
export const carriedOver: typeof carryOver = (work) =>
  requireBuilt<{ carryOver: typeof carryOver }>('content/rules/carried-over').carryOver(work);
