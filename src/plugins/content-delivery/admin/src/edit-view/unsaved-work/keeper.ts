import type { RefusalReason, UnsavedForm } from '../../../../contracts/unsaved-work';
import type { LocalCopies } from './local-copies';
import { refusalOf, type ServerCopies } from './server-copies';

/** Milliseconds from a key to the browser's copy, and to the server's. */
const LOCAL_DELAY = 250;
const SERVER_DELAY = 2_000;
/** After the server could not be reached. */
const RETRY_DELAY = 10_000;
/** After the server refused a form, which may be large: what is typed next may make it smaller, or others have gone. */
const REFUSED_DELAY = 60_000;

/** What the server does not keep. */
export interface NotKept {
  reason: RefusalReason;
  /** The browser has no room for it either. */
  isNowhere: boolean;
}

/** Where what is typed into the open form is kept until it is saved; null where nothing is unsaved, or not all is kept. */
export type KeptState = 'server' | 'browser' | null;

/** Keeps what is typed into one form: soon in the browser, then on the server, which relieves the browser of it. */
export interface Keeper {
  /** Something was typed. */
  touch(): void;
  /** The page may be about to go: the browser's copy is made at once. */
  flush(): void;
  /** The server can be reached again. */
  retry(): void;
  /** Settles once what is unsaved now has a copy. @returns false where none can be made */
  secure(): Promise<boolean>;
  /** The form belongs to another entry from now on: it was new, and is stored. */
  moveTo(local: Pick<LocalCopies, 'keep' | 'drop'>): void;
  /** There is nothing unsaved any more: all copies go. */
  drop(): Promise<void>;
}

/**
 * @param read what is unsaved now; null for nothing. Asked when a copy is made, as comparing long texts takes time
 * @param onServer is called each time with whether the server keeps what was typed: null where it does
 * @param onKept is called with where all that was typed has a copy; null for nowhere, or where nothing is unsaved
 */
export const createKeeper = (
  form: string,
  read: () => UnsavedForm | null,
  copies: Pick<LocalCopies, 'keep' | 'drop'>,
  server: Pick<ServerCopies, 'keep' | 'drop'>,
  onServer: (notKept: NotKept | null) => void = () => undefined,
  onKept: (where: KeptState) => void = () => undefined,
): Keeper => {
  let local = copies;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  /** Typed since the browser's copy was made, and since the server's was. */
  let isNew = false;
  let isPending = false;
  let isOnServer = false;
  /** Without any copy: the next key does not wait for one. */
  let isBare = true;
  let delay = SERVER_DELAY;
  let lastLocally = Promise.resolve(true);

  const keepLocally = async (): Promise<boolean> => {
    clearTimeout(localTimer);
    localTimer = undefined;
    const work = isNew ? read() : null;
    if (!work) return true;
    isNew = isBare = false;
    lastLocally = local.keep(form, work);
    return lastLocally;
  };

  /** Of an answer that comes when all is saved, nothing is said. */
  const sayKept = (where: KeptState) => onKept(isBare ? null : where);

  const send = async (): Promise<void> => {
    // The request may take long, or get no answer.
    void keepLocally();
    const work = read();
    if (!work || !isPending) return;
    isPending = false;
    try {
      isOnServer = true;
      await server.keep(form, work);
      delay = SERVER_DELAY;
      onServer(null);
      sayKept('server');
      if (!isPending) local.drop(form);
    } catch (error) {
      const reason = refusalOf(error);
      sayKept(!reason && (await lastLocally) ? 'browser' : null);
      if (reason) {
        // The browser's copy stays, and is made again while more is typed.
        delay = REFUSED_DELAY;
        onServer({ reason, isNowhere: !(await lastLocally) });
        return;
      }
      isPending = true;
      schedule(RETRY_DELAY);
    }
  };
  const schedule = (milliseconds: number) => {
    serverTimer ??= setTimeout(() => {
      serverTimer = undefined;
      sending ??= send().finally(() => {
        sending = null;
        if (isPending) schedule(delay);
      });
    }, milliseconds);
  };

  return {
    touch() {
      isPending = isNew = true;
      if (isBare) void keepLocally();
      else localTimer ??= setTimeout(() => void keepLocally(), LOCAL_DELAY);
      schedule(delay);
    },
    flush: () => void keepLocally(),
    retry() {
      if (!isPending) return;
      clearTimeout(serverTimer);
      serverTimer = undefined;
      schedule(0);
    },
    secure() {
      isNew = true;
      return keepLocally();
    },
    moveTo(next) {
      const before = local;
      local = next;
      isPending = isNew = true;
      void keepLocally();
      before.drop(form);
      schedule(SERVER_DELAY);
    },
    async drop() {
      isPending = isNew = false;
      isBare = true;
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
      localTimer = serverTimer = undefined;
      delay = SERVER_DELAY;
      onServer(null);
      onKept(null);
      local.drop(form);
      await sending;
      // What was typed again meanwhile has copies of its own by now.
      if (isPending || !isOnServer) return;
      isOnServer = false;
      await server.drop(form).catch(() => undefined);
    },
  };
};
