import type { Bench } from '../bench';
import type { DatabaseKind } from '../options';
import type { Result } from '../report';
import { bootCases } from './boot';
import { coldCases, coldPostCases } from './cold';
import { editCases } from './edits';
import { growthCases } from './growth';
import { manyPostsCases } from './many-posts';
import { readerCases } from './readers';
import { warmCases } from './warm';

type Cases = Record<string, (bench: Bench) => Promise<Result[]>>;

/** All that is measured, in this order. */
const CASES: Cases = {
  warm: warmCases,
  cold: coldCases,
  edits: editCases,
  readers: readerCases,
  growth: growthCases,
  'many-posts': manyPostsCases,
  boot: bootCases,
};

/** What is measured on a server: the other references read a file of SQLite themselves. */
const ON_SERVERS: Cases = { warm: warmCases, cold: coldPostCases };

export const casesOn = (database: DatabaseKind): Cases => (database === 'sqlite' ? CASES : ON_SERVERS);
