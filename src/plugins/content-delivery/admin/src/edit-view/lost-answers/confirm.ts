import {
  ALREADY_CREATED,
  OPENED_VERSION,
  SAVE_HEADER,
  UNANSWERED_HEADER,
  type OpenedVersion,
  type SaveReceipt,
} from '../../../../contracts/editing';
import { addressOfEntry, saveOf, type SentSave } from './saves';

type Send = (href: string, init: RequestInit) => Promise<Response>;

interface Server {
  send: Send;
  /** What came of a save: null where nothing has, so far. @throws where the server cannot be asked */
  receiptOf(model: string, name: string): Promise<SaveReceipt | null>;
  /** As the content manager answers it. @throws where it cannot be had */
  read(model: string, entry: string, status: 'draft' | 'published'): Promise<Stored>;
}

interface Browser {
  newName(): string;
  /** The name of the form that creates an entry. */
  creationOf(model: string, source: string | undefined): string | undefined;
  /** Whether it is worth asking again. */
  isOnline(): boolean;
  wait(milliseconds: number): Promise<void>;
}

interface Stored {
  data: Record<string, unknown>;
}

/** Milliseconds before the server is asked each time: a save may be under way still. */
const LOOK_AFTER = [0, 1_000, 3_000];

/** Of one entry: the server looks at no more. */
const MAX_UNANSWERED = 20;

/**
 * A save without an answer, or with one that is not its own (a proxy's, half of one), may have been stored. So each has a name, by which the
 * server is asked what came of it before anything is said. What was stored is answered as if nothing had happened. Where that is not known, the next save of
 * the same form names it, so that it is no other editor's; and a new entry has the name of its form, so that it is not made twice.
 */
export const createConfirmer = (server: Server, browser: Browser) => {
  /** By model and entry. */
  const unanswered = new Map<string, string[]>();

  const lookUp = async (model: string, name: string): Promise<SaveReceipt | null> => {
    for (const delay of LOOK_AFTER) {
      if (delay > 0 && !browser.isOnline()) return null;
      if (delay > 0) await browser.wait(delay);
      const receipt = await server.receiptOf(model, name).catch(() => null);
      if (receipt) return receipt;
    }
    return null;
  };

  /** The answer that was lost; null where it is not known. */
  const confirmed = async ({ model, isPublication }: SentSave, name: string): Promise<Response | null> => {
    const receipt = await lookUp(model, name);
    if (!receipt) return null;
    try {
      const stored = await server.read(model, receipt.entry, isPublication ? 'published' : 'draft');
      // Of a publication the live version is answered, and the form is that of the draft.
      if (isPublication) stored.data[OPENED_VERSION] = { savedAt: receipt.savedAt } satisfies OpenedVersion;
      return Response.json(stored);
    } catch {
      return null;
    }
  };

  /** Saves what the form has now into the entry that an earlier try has made. */
  const saveCreated = async (save: SentSave, name: string, href: string, init: RequestInit) => {
    const receipt = await server.receiptOf(save.model, name).catch(() => null);
    if (!receipt || typeof init.body !== 'string') return null;
    const { entry, savedAt } = receipt;
    const body = { ...(JSON.parse(init.body) as object), [OPENED_VERSION]: { savedAt } };
    return send(addressOfEntry(href, save, entry), {
      ...init,
      method: save.isPublication ? 'POST' : 'PUT',
      body: JSON.stringify(body),
    });
  };

  const send = async (href: string, init: RequestInit): Promise<Response> => {
    const save = saveOf(init.method ?? 'GET', new URL(href).pathname);
    if (!save) return server.send(href, init);
    const { model, entry, source } = save;
    const name = (entry === undefined ? browser.creationOf(model, source) : undefined) ?? browser.newName();
    const key = `${model} ${entry ?? ''}`;
    const before = entry === undefined ? [] : (unanswered.get(key) ?? []);
    const headers = new Headers(init.headers);
    headers.set(SAVE_HEADER, name);
    if (before.length > 0) headers.set(UNANSWERED_HEADER, before.join(','));

    let response: Response | null = null;
    let text = '';
    let failure: unknown;
    try {
      response = await server.send(href, { ...init, headers });
      // The connection may be cut within the answer.
      text = await response.text();
    } catch (error) {
      if (init.signal?.aborted) throw error;
      failure = error;
      response = null;
    }
    const answer = parsed(text);
    if (response?.ok && answer) unanswered.delete(key);
    if (response && answer && response.status < 500) {
      const isRepeated = answer.error?.details?.reason === ALREADY_CREATED;
      const saved = isRepeated ? await saveCreated(save, name, href, init) : null;
      return saved ?? again(response, text);
    }
    const lost = await confirmed(save, name);
    if (lost) {
      unanswered.delete(key);
      return lost;
    }
    if (entry !== undefined) unanswered.set(key, [...before, name].slice(-MAX_UNANSWERED));
    if (!response || response.ok) throw failure ?? new TypeError('The answer ended before its end.');
    return again(response, text);
  };
  return { send };
};

interface Answer {
  error?: { details?: { reason?: unknown } | null };
}

/** null for what is no answer of the server. */
const parsed = (text: string): Answer | null => {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
};

const again = ({ status, statusText, headers }: Response, text: string): Response =>
  new Response(text, { status, statusText, headers });
