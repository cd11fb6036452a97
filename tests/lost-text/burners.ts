import { spawn } from 'node:child_process';

/** Ends with the process that has started it, whatever that ends by. */
const BURN = `
  process.stdin.on('end', () => process.exit()).resume();
  const burn = () => { const end = Date.now() + 20; while (Date.now() < end); setImmediate(burn); };
  burn();
`;

/** Starts processes that keep a processor busy each. @returns ends them */
export const startBurners = (count: number): (() => void) => {
  const burners = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', BURN], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );
  return () => {
    for (const burner of burners) burner.kill();
  };
};
