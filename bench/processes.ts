import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Call, Reply } from './child';

/** Which core a process runs on: servers share one, the load generator has the other. */
export type Core = 'server' | 'load';

const CORES: Record<Core, string> = { server: '0', load: '1' };

/** True where processes can be bound to separate cores. */
export const canPin =
  process.platform === 'linux' &&
  availableParallelism() > 1 &&
  Object.values(CORES).every((core) => spawnSync('taskset', ['-c', core, 'true']).status === 0);

const running = new Set<ChildProcess>();

/** Ends every process at once, also half-started ones. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

interface Start {
  /** The compiled script, relative to this folder. */
  script: string;
  core: Core;
  argument?: unknown;
  environment?: Record<string, string>;
  nodeArguments?: string[];
}

/** A process of the benchmark that answers commands. */
export interface Helper {
  call<Result>(command: string, argument?: unknown): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts a process; `argument` reaches it as JSON, its last command-line argument. */
export const startHelper = ({ script, core, argument, environment, nodeArguments = [] }: Start): Helper => {
  const node = [
    process.execPath,
    ...nodeArguments,
    path.join(__dirname, script),
    JSON.stringify(argument ?? null),
  ];
  const [command = '', ...rest] = canPin ? ['taskset', '-c', CORES[core], ...node] : node;
  const child = spawn(command, rest, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);

  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  child.on('message', (reply: Reply) => {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('failure' in reply) caller?.reject(new Error(`${script}: ${reply.failure}`));
    else caller?.resolve(reply.result);
  });
  const gone = once(child, 'exit').then(() => {
    running.delete(child);
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended unexpectedly.`));
    waiting.clear();
  });

  let calls = 0;
  return {
    call<Result>(name: string, argumentOfCall?: unknown): Promise<Result> {
      const call: Call = { id: (calls += 1), command: name, argument: argumentOfCall };
      return new Promise<Result>((resolve, reject) => {
        waiting.set(call.id, { resolve: resolve as (result: unknown) => void, reject });
        child.send(call, (error) => error && reject(error));
      });
    },
    async stop() {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
};
