import { AsyncLocalStorage } from 'node:async_hooks';

const carrying = new AsyncLocalStorage<true>();

/**
 * Stores content as it was on another server, or before it went to the bin: front ends use these slugs already, whatever they
 * consist of, and show these dates. Rules for new content are not held against it.
 */
export const carryOver = <Result>(work: () => Promise<Result>): Promise<Result> => carrying.run(true, work);

export const isCarriedOver = (): boolean => carrying.getStore() === true;
