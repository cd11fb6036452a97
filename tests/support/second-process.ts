import { startServerProcess } from './server-process';

/** One call of the document service. */
export interface Call {
  uid: string;
  method: 'create' | 'update' | 'delete' | 'publish' | 'unpublish';
  parameters: Record<string, unknown>;
}

/**
 * Starts a second server, in a process of its own, on the database of the server that was started last in this
 * one. It listens, and writes what it is asked to write.
 */
export const startSecondProcess = async () => {
  const { port, run, stop } = await startServerProcess();
  return {
    port,
    /** Makes these calls in one transaction there; resolves when it is committed. */
    write: (...calls: Call[]): Promise<unknown[]> =>
      run(
        calls.map(({ uid, method, parameters }) => ({
          target: 'documents',
          uid,
          method,
          parameters: [parameters],
        })),
      ),
    stop,
  };
};

export type SecondProcess = Awaited<ReturnType<typeof startSecondProcess>>;
