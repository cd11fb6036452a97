import { checkSettings } from '@/lib/settings';

// What is missing is said now, and not to the first visitor.
try {
  checkSettings();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
