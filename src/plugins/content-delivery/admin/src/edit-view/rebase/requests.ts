import type { Values } from '../edit-conflicts/merge';
import { whenSent } from '../endpoints';

/** What happens to an open entry on the server. */
export type EntryEvent =
  /** A save or a publication has been sent. */
  | { type: 'sent' }
  /** It is stored; the form is about to take the answer. */
  | { type: 'stored' }
  /** It was refused, or got no answer. */
  | { type: 'failed' }
  /** A new entry is stored and has its documentId now. */
  | { type: 'created'; documentId: string }
  /** The editor has asked for what is stored, without what was typed. */
  | { type: 'discarded' }
  /** The editor has seen what another one has saved: the form is to rest on that, with these values in it. */
  | { type: 'merged'; newer: Values; values: Values };

type Listener = (event: EntryEvent) => void;

const listeners = new Map<string, Set<Listener>>();

/** What the form that copies an entry is known by. */
export const cloneOf = (documentId: string): string => `clone-${documentId}`;

const keyOf = (model: string, documentId: string | undefined): string => `${model} ${documentId ?? ''}`;

/** Tells the forms of an entry. */
export const announce = (model: string, documentId: string | undefined, event: EntryEvent): void =>
  listeners.get(keyOf(model, documentId))?.forEach((listener) => listener(event));

/** @returns ends the listening */
export const listenTo = (model: string, documentId: string | undefined, listener: Listener): (() => void) => {
  const key = keyOf(model, documentId);
  const own = listeners.get(key) ?? new Set();
  listeners.set(key, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(key);
  };
};

/** Announces what the edit view's own buttons and keys send. */
export const announceRequests = (): void => {
  whenSent(['createDocument', 'updateDocument', 'publishDocument'], (save, { queryFulfilled }) => {
    announce(save.model, save.documentId, { type: 'sent' });
    queryFulfilled.then(
      ({ data }) => {
        announce(save.model, save.documentId, { type: 'stored' });
        const { documentId } = (data?.data ?? {}) as { documentId?: string };
        if (!save.documentId && documentId) announce(save.model, undefined, { type: 'created', documentId });
      },
      () => announce(save.model, save.documentId, { type: 'failed' }),
    );
  });
  whenSent(['cloneDocument'], (save, { queryFulfilled }) => {
    const form = cloneOf(String(save['sourceId']));
    announce(save.model, form, { type: 'sent' });
    queryFulfilled.then(
      ({ data }) => {
        const { documentId } = (data?.data ?? {}) as { documentId?: string };
        if (documentId) announce(save.model, form, { type: 'created', documentId });
      },
      () => announce(save.model, form, { type: 'failed' }),
    );
  });
  whenSent(['discardDocument'], (save) => announce(save.model, save.documentId, { type: 'discarded' }));
};
