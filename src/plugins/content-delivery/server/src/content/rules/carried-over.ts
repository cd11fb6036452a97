import { AsyncLocalStorage } from 'node:async_hooks';

const carrying = new AsyncLocalStorage<true>();

/**
 * Stores content as another server delivers it: its front ends use these slugs already, whatever they consist of,
 * and show these dates.
 */
export const carryOver = <Result>(work: () => Promise<Result>): Promise<Result> => carrying.run(true, work);

/** True while content is stored that is to be what it was on another server. */
export const isCarriedOver = (): boolean => carrying.getStore() === true;
