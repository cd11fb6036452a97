export type ServerKind = 'postgres' | 'mysql' | 'redis';

export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
}

type Run = (...statements: string[]) => Promise<Record<string, unknown>[]>;

export function addressOf(kind: ServerKind): ServerAddress;
export function urlOf(kind: ServerKind): URL;
export const run: { postgres: Run; mysql: Run };
export function expectServers(kinds: readonly ServerKind[]): Promise<void>;
