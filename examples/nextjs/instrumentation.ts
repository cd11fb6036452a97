import { checkSettings } from '@/lib/settings';

/** Once, when the server starts: what is missing is said now, and not to the first visitor. */
export const register = (): void => {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  try {
    checkSettings();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};
