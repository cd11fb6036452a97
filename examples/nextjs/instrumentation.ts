/** Once, when the server starts. */
export const register = async (): Promise<void> => {
  // There is an edge runtime too, which has no process to end.
  if (process.env['NEXT_RUNTIME'] === 'nodejs') await import('./instrumentation-node');
};
