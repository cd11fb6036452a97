import type { UnsavedForm } from '../../../../contracts/unsaved-work';
import type { LocalCopies } from './local-copies';
import type { ServerCopies } from './server-copies';

/** Milliseconds from a key to the browser's copy, and to the server's. */
const LOCAL_DELAY = 250;
const SERVER_DELAY = 2_000;
/** After the server could not be reached. */
const RETRY_DELAY = 10_000;

/** Keeps what is typed into one form: soon in the browser, then on the server, which relieves the browser of it. */
export interface Keeper {
  /** Something was typed. */
  touch(): void;
  /** The page may be about to go: the browser's copy is made at once. */
  flush(): void;
  /** The server can be reached again. */
  retry(): void;
  /** There is nothing unsaved any more: all copies go. */
  drop(): Promise<void>;
}

/** @param read what is unsaved now; null for nothing. Asked when a copy is made, as comparing long texts takes time */
export const createKeeper = (
  form: string,
  read: () => UnsavedForm | null,
  local: LocalCopies,
  server: ServerCopies,
): Keeper => {
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  /** Typed since the server's copy was made. */
  let isPending = false;
  let isOnServer = false;

  const keepLocally = () => {
    clearTimeout(localTimer);
    localTimer = undefined;
    const work = isPending ? read() : null;
    if (work) local.keep(form, work);
  };

  const send = async (): Promise<void> => {
    const work = read();
    if (!work || !isPending) return;
    isPending = false;
    try {
      isOnServer = true;
      await server.keep(form, work);
      if (!isPending) local.drop(form);
    } catch {
      isPending = true;
      schedule(RETRY_DELAY);
    }
  };
  const schedule = (delay: number) => {
    serverTimer ??= setTimeout(() => {
      serverTimer = undefined;
      sending ??= send().finally(() => {
        sending = null;
        if (isPending) schedule(SERVER_DELAY);
      });
    }, delay);
  };

  return {
    touch() {
      isPending = true;
      localTimer ??= setTimeout(keepLocally, LOCAL_DELAY);
      schedule(SERVER_DELAY);
    },
    flush: keepLocally,
    retry() {
      if (!isPending) return;
      clearTimeout(serverTimer);
      serverTimer = undefined;
      schedule(0);
    },
    async drop() {
      isPending = false;
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
      localTimer = serverTimer = undefined;
      local.drop(form);
      await sending;
      // What was typed again meanwhile has copies of its own by now.
      if (isPending || !isOnServer) return;
      isOnServer = false;
      await server.drop(form).catch(() => undefined);
    },
  };
};
