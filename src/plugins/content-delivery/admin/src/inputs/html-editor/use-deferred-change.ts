import { useEffect, useMemo, useRef } from 'react';
import { useOpenEntry } from '../../edit-view/entry';
import { finishBeforeSaving } from '../../edit-view/finish-input';
import { listenTo } from '../../edit-view/rebase/requests';
import { announceLate, holdBack, type LateValue } from '../../edit-view/unsaved-work/late-values';

/** Milliseconds after the last key, and at most after the first one that the form does not have. */
const PAUSE = 200;
const MAX_DELAY = 1_000;
/** How long keys go into the form at once after a save was answered, in milliseconds: the answer is put below what is typed. */
const AFTER_SAVING = 5_000;

/** While keys go into the form at once. For all editors: the form of a new post gives way to another one, with its own. */
let busyUntil = 0;

/** What is typed into a long text reaches the form when there is a pause, or something is about to read the form. */
export interface DeferredChange {
  /** Something was typed. */
  defer(): void;
  /** Brings it into the form now. @returns whether it has changed the form */
  flush(): boolean;
}

/**
 * @param write gives the form what is typed by now, and says whether that is new to it
 * @param read the same for copies of unsaved work, which are made without waiting for the form
 */
export const useDeferredChange = (write: () => boolean, read: () => LateValue | null): DeferredChange => {
  const { model, documentId } = useOpenEntry();
  const latest = useRef({ write, read });
  latest.current = { write, read };

  const deferred = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since: number | null = null;
    const flush = (): boolean => {
      clearTimeout(timer);
      if (since === null) return false;
      since = null;
      return latest.current.write();
    };
    return {
      flush,
      late: () => (since === null ? null : latest.current.read()),
      defer() {
        const now = performance.now();
        since ??= now;
        clearTimeout(timer);
        announceLate();
        if (now < busyUntil) flush();
        else timer = setTimeout(flush, Math.min(PAUSE, since + MAX_DELAY - now));
      },
    };
  }, []);

  useEffect(() => {
    const { flush } = deferred;
    const capture = { capture: true };
    window.addEventListener('pointerdown', flush, capture);
    window.addEventListener('focusout', flush, capture);
    const endHolding = holdBack(deferred.late);
    const endFinishing = finishBeforeSaving(() => (flush() ? Promise.resolve(true) : null), 'saving');
    return () => {
      window.removeEventListener('pointerdown', flush, capture);
      window.removeEventListener('focusout', flush, capture);
      endFinishing();
      endHolding();
      flush();
    };
  }, [deferred]);

  useEffect(() => {
    const answered = () => {
      busyUntil = performance.now() + AFTER_SAVING;
    };
    const end = listenTo(model, documentId, ({ type }) => {
      if (type === 'sent') {
        busyUntil = Infinity;
        deferred.flush();
      } else if (type === 'stored' || type === 'failed') answered();
    });
    return () => {
      end();
      // The answer has no listener any more.
      if (busyUntil === Infinity) answered();
    };
  }, [model, documentId, deferred]);
  return deferred;
};
