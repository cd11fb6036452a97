import { useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useOpenEntry } from '../../edit-view/entry';
import { finishBeforeSaving } from '../../edit-view/finish-input';
import { listenTo } from '../../edit-view/rebase/requests';

/** Milliseconds after the last key, and at most after the first one that the form does not have. */
const PAUSE = 200;
const LONGEST = 1_000;
/** How long keys go into the form at once after a save was sent, in milliseconds: its answer is put below what is typed. */
const AFTER_SAVING = 5_000;

/** What is typed into a long text reaches the form when there is a pause, or something is about to read the form. */
export interface DeferredChange {
  /** Something was typed. */
  defer(): void;
  /** Brings it into the form now. @returns whether there was anything */
  flush(): boolean;
}

/** @param write writes the text and gives it to the form */
export const useDeferredChange = (write: () => void): DeferredChange => {
  const { model, documentId } = useOpenEntry();
  const latest = useRef(write);
  latest.current = write;
  const busyUntil = useRef(0);

  const deferred = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since: number | null = null;
    const flush = (): boolean => {
      clearTimeout(timer);
      if (since === null) return false;
      since = null;
      latest.current();
      return true;
    };
    return {
      flush,
      defer() {
        const now = performance.now();
        since ??= now;
        clearTimeout(timer);
        if (now < busyUntil.current) flush();
        else timer = setTimeout(flush, Math.min(PAUSE, since + LONGEST - now));
      },
    };
  }, []);

  useEffect(() => {
    const { flush } = deferred;
    // The page may be about to go, and what keeps unsaved work reads the form as it is shown.
    const flushAtOnce = () => flushSync(() => void flush());
    const capture = { capture: true };
    window.addEventListener('pointerdown', flush, capture);
    window.addEventListener('focusout', flush, capture);
    window.addEventListener('pagehide', flushAtOnce, capture);
    document.addEventListener('visibilitychange', flushAtOnce, capture);
    const endFinishing = finishBeforeSaving(() => (flush() ? Promise.resolve(true) : null), 'saving');
    return () => {
      window.removeEventListener('pointerdown', flush, capture);
      window.removeEventListener('focusout', flush, capture);
      window.removeEventListener('pagehide', flushAtOnce, capture);
      document.removeEventListener('visibilitychange', flushAtOnce, capture);
      endFinishing();
      flush();
    };
  }, [deferred]);

  useEffect(
    () =>
      listenTo(model, documentId, ({ type }) => {
        if (type !== 'sent') return;
        busyUntil.current = performance.now() + AFTER_SAVING;
        deferred.flush();
      }),
    [model, documentId, deferred],
  );
  return deferred;
};
