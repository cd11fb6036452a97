import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAuth, useForm } from '@strapi/strapi/admin';
import { changedFields, type Values } from '../edit-conflicts/merge';
import { rememberOpened } from '../edit-conflicts/opened-versions';
import { isOutdated } from '../edit-conflicts/own-saves';
import { savedAtOf } from '../edit-conflicts/saved-at';
import { useOpenEntry } from '../entry';
import { createHandover } from '../handover';
import { caretOf, putBack, type Caret } from './caret';
import { placeOfFocus, returnFocus } from './focus';
import { rebasedOnLoad, rebasedOnSave, typedByNow } from './rebase';
import { listenTo } from './requests';
import { endTypeAhead, typeAhead } from './type-ahead';

interface Form {
  values: Values;
  initialValues: Values;
  getValues(): Values;
  setValues(values: Values): void;
  resetForm(initial?: Values): void;
}

const handover = createHandover<{
  /** What the typed values rest on. */
  base: Values;
  typed: Values;
  /** True when `base` was sent to be saved, and is stored therefore. */
  isSaved: boolean;
}>();

/**
 * Keeps what is typed while a save, a publication or a load is under way. Strapi's form takes what the server
 * answers, several times for one save, and with each it would drop what was typed meanwhile.
 */
const useRebase = (): void => {
  const { model, documentId, isClone, status } = useOpenEntry();
  const user = useAuth('Rebase', ({ user: me }) => String(me?.id));
  const form = useForm('Rebase', (state) => state) as unknown as Form;
  const { initialValues, values } = form;

  const last = useRef({ initialValues, values });
  /** The form as it was sent last, or what else the next version of it rests on. */
  const sent = useRef<Values | null>(null);
  /** False until the form has what the server made of it. */
  const isAnswered = useRef(true);
  const isDiscarding = useRef(false);
  /** What the values rest on since they were merged, until the form has loaded it: Strapi takes no other way to it. */
  const mergedInto = useRef<Values | null>(null);
  const createdId = useRef<string | null>(null);

  // Read while rendering: once the answer is shown, the caret is gone.
  const isReplaced = last.current.initialValues !== initialValues;
  const caret = useRef<Caret | null>(null);
  if (isReplaced) caret.current = caretOf(document.activeElement);

  const current = useRef(form);
  current.current = form;
  /** Every state that the form was in: what Strapi sets as stored and is among them does not come from the server. */
  const ownStates = useRef(new WeakSet<Values>());

  const rest = (on: Values) => {
    sent.current = on;
    isAnswered.current = false;
  };
  useEffect(
    () =>
      listenTo(model, documentId, (event) => {
        switch (event.type) {
          case 'sent':
            rest(current.current.getValues());
            isDiscarding.current = false;
            returnFocus();
            break;
          case 'stored':
            mergedInto.current = null;
            break;
          case 'failed':
            isAnswered.current = true;
            break;
          case 'created':
            createdId.current = event.documentId;
            typeAhead(placeOfFocus());
            break;
          case 'discarded':
            isDiscarding.current = true;
            mergedInto.current = null;
            break;
          case 'merged': {
            sent.current = null;
            mergedInto.current = event.newer;
            rememberOpened(model, documentId, event.newer);
            // Where the newest is loaded already, nothing else takes the form to it.
            current.current.setValues(event.values);
            break;
          }
        }
      }),
    [model, documentId],
  );

  useLayoutEffect(() => {
    const before = last.current;
    last.current = { initialValues, values };
    rememberOpened(model, documentId, initialValues);
    const isOwnState = ownStates.current.has(initialValues);
    ownStates.current.add(values);
    if (before.initialValues === initialValues) {
      if (caret.current) putBack(caret.current);
      caret.current = null;
      return;
    }
    /** What the form is to rest on, and what it is to hold. */
    const show = (rest: Values, next: Values) => {
      last.current = { initialValues: rest, values: next };
      if (rest !== initialValues) current.current.resetForm(rest);
      const isShown = rest === initialValues && changedFields(values, next).length === 0;
      // Also when that is shown already: Strapi sets the values after what they rest on, and may be about to.
      current.current.setValues(isShown ? values : next);
      if (isShown && caret.current) putBack(caret.current);
    };

    const typed = typedByNow(before, { initialValues, values }, sent.current);
    // Strapi takes what was sent, or typed since, for what is stored. Only the server knows that.
    if (sent.current && isOwnState) {
      show(isAnswered.current ? before.initialValues : sent.current, typed);
    } else if (isDiscarding.current) {
      isDiscarding.current = false;
    } else if (isOutdated({ model, documentId }, savedAtOf(initialValues))) {
      // The answer to the save before the last.
      show(before.initialValues, typed);
    } else if (sent.current && !isAnswered.current) {
      isAnswered.current = true;
      show(initialValues, rebasedOnSave(sent.current, typed, initialValues));
    } else {
      const opened = mergedInto.current ?? before.initialValues;
      mergedInto.current = null;
      show(initialValues, rebasedOnLoad(opened, typed, initialValues));
    }
  }, [initialValues, values, model, documentId]);

  // A new entry gets a form of its own once it is stored, and so does each tab of an entry: what was typed goes along.
  useLayoutEffect(() => {
    if (isClone || status === 'published') return undefined;
    const handed = documentId ? handover.take(user, model, documentId) : null;
    if (handed) {
      const { getValues, setValues } = current.current;
      const rebase = handed.isSaved ? rebasedOnSave : rebasedOnLoad;
      const next = rebase(handed.base, handed.typed, getValues());
      last.current.values = next;
      setValues(next);
    }
    if (documentId) endTypeAhead();
    return () => {
      const entry = documentId ?? createdId.current;
      if (!entry || !window.location.pathname.includes(entry)) return;
      const isSaved = sent.current !== null && !isAnswered.current;
      const base = (isSaved ? sent.current : null) ?? mergedInto.current ?? last.current.initialValues;
      const typed = last.current.values;
      if (changedFields(base, typed).length > 0) handover.leave(user, model, entry, { base, typed, isSaved });
    };
  }, [user, model, documentId, isClone, status]);
};

/** In every form of the content manager. It shows nothing itself. */
export const Rebase = () => {
  useRebase();
  return null;
};
