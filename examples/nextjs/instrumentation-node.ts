import { checkConnection } from '@/lib/check-connection';
import { checkSettings } from '@/lib/settings';

// What is missing is said now, and not to the first visitor.
try {
  checkSettings();
  await checkConnection();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
