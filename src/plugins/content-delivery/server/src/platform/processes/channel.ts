import type { EventEmitter } from 'node:events';

/** What goes over Node's channel between a process and one that it has forked. */
interface Message {
  /** Marks ours among others, such as those of `node:cluster`. */
  about: typeof OURS;
  id: number;
  /** A question's name; none: the answer to one of the other side. */
  name?: string;
  payload?: unknown;
  error?: string;
}

const OURS = 'content-delivery';

/** A process, seen from the other one: a child, or `process` itself in a child. */
export interface Peer extends EventEmitter {
  connected?: boolean;
  send?(message: unknown, callback: (error: Error | null) => void): unknown;
}

/** What may be asked of a side: each takes a payload and gives an answer, both as JSON. */
export type Questions = Record<string, (payload: never) => unknown>;

type AnswerOf<Question extends (payload: never) => unknown> = Awaited<ReturnType<Question>>;

export interface Channel<Theirs extends Questions> {
  /** @throws Error when the other side has gone, or cannot answer */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    payload: Parameters<Theirs[Name]>[0],
  ): Promise<AnswerOf<Theirs[Name]>>;
}

/** Questions and answers between two processes; both sides may ask. */
export const createChannel = <Theirs extends Questions, Own extends Questions>(
  peer: Peer,
  own: Own,
): Channel<Theirs> => {
  const waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
  let last = 0;

  const send = (message: Omit<Message, 'about'>): void => {
    const failed = (error: Error | null): void => {
      if (!error || message.name === undefined) return;
      waiting.get(message.id)?.reject(error);
      waiting.delete(message.id);
    };
    if (!peer.connected) return failed(new Error('The other process has gone.'));
    peer.send?.({ about: OURS, ...message }, failed);
  };

  const answer = async (id: number, name: string, payload: unknown): Promise<void> => {
    try {
      send({ id, payload: await own[name]?.(payload as never) });
    } catch (error) {
      send({ id, error: (error as Error).message });
    }
  };

  peer.on('message', (message: Partial<Message> | null) => {
    if (message?.about !== OURS || message.id === undefined) return;
    const { id, name, payload, error } = message;
    if (name !== undefined) return void answer(id, name, payload);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(payload as never);
    else asked?.reject(new Error(error));
  });
  peer.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('The other process has gone.'));
    waiting.clear();
  });

  return {
    ask: (name, payload) =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, { resolve, reject });
        send({ id, name, payload });
      }),
  };
};
