import type { Bench } from '../bench';
import type { Result } from '../report';
import { bootCases } from './boot';
import { coldCases } from './cold';
import { editCases } from './edits';
import { growthCases } from './growth';
import { manyPostsCases } from './many-posts';
import { warmCases } from './warm';

/** All that is measured, in this order. */
export const CASES: Record<string, (bench: Bench) => Promise<Result[]>> = {
  warm: warmCases,
  cold: coldCases,
  edits: editCases,
  growth: growthCases,
  'many-posts': manyPostsCases,
  boot: bootCases,
};
