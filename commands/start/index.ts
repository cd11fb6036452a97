/** `npm start`: serves the project that was built. See docs/operations/without-containers.md. */
import '../../src/settings/supported-node';
import '../shared/environment';

const start = async (): Promise<void> => {
  if (!process.env['WORKERS']?.trim()) return (await import('../shared/serve')).serve();
  return (await import('./workers/primary')).startAsAsked();
};

void start();
