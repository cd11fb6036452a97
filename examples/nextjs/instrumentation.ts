import { checkSettings } from '@/lib/settings';

/** Once, when the server starts: what is missing is said now, and not to the first visitor. */
export const register = (): void => checkSettings();
