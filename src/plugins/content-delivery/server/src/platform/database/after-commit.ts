import type { Core } from '@strapi/strapi';

type Callback = () => unknown;

/**
 * What is to be done after a COMMIT is called by Strapi without anybody who awaits it: reading the entry once more for its
 * events, for one. What fails there would end the process, or give an error for what is stored.
 */
export const catchAfterCommit = (log: Core.Strapi['log']) => {
  const report = (error: unknown): void => void log.error(error);
  return (callback: Callback): Callback =>
    () => {
      try {
        Promise.resolve(callback()).catch(report);
      } catch (error) {
        report(error);
      }
    };
};
