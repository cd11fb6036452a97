import { useEffect, useMemo, useRef, useState } from 'react';
import {
  getFetchClient,
  useAuth,
  useForm,
  unstable_useContentManagerContext as useContentManagerContext,
} from '@strapi/strapi/admin';
import { isSecretAttribute, type KeptAttribute, type UnsavedForm } from '../../../../contracts/unsaved-work';
import type { Values } from '../edit-conflicts/merge';
import { openedBy } from '../edit-conflicts/opened-versions';
import { savedAtOf } from '../edit-conflicts/saved-at';
import { useOpenEntry } from '../entry';
import { createHandover } from '../handover';
import { nameCreation } from '../lost-answers/creations';
import { cloneOf, listenTo } from '../rebase/requests';
import { whenTypedAhead } from '../rebase/type-ahead';
import { changesOf } from './changes';
import { copyDatabase } from './copy-database';
import { newId } from '../../shared/new-id';
import { createKeeper, type Keeper, type NotKept } from './keeper';
import { listenToLate, withLateValues } from './late-values';
import { setKeptState } from './kept-state';
import { createLocalCopies } from './local-copies';
import { createServerCopies, type FetchClient } from './server-copies';

export interface Form {
  values: Values;
  initialValues: Values;
  modified: boolean;
  isSubmitting: boolean;
  getValues(): Values;
  setValues(values: Values): void;
}

/** Chosen for the user when the form was opened: alone it is nothing that anybody typed. */
const PREFILLED = ['website', 'account'];

/** Copies that the form of a new entry leaves to the form of the stored one, with the form whose they are. */
const leftCopies = createHandover<{ form: string; keeper: Keeper }>();

/** Keeps what is typed into the open form until it is saved. */
export const useKeptForm = () => {
  const { model, documentId, isClone, status } = useOpenEntry();
  const { contentType } = useContentManagerContext() as unknown as {
    contentType?: { attributes: Record<string, KeptAttribute> };
  };
  const user = useAuth('UnsavedWork', ({ user: me }) => me?.id);
  const form = useForm('UnsavedWork', (state) => state) as unknown as Form;
  const entry = (isClone && documentId ? cloneOf(documentId) : documentId) ?? null;
  const isStored = documentId !== undefined && !isClone;
  const isUsed = user !== undefined && status === 'draft';

  const current = useRef({ form, contentType });
  current.current = { form, contentType };

  /** What the server does not keep of this form; null where it keeps all. */
  const [notKept, setNotKept] = useState<NotKept | null>(null);

  /** The form that is open: copies of one that was left are still made. */
  const shown = useRef<string | null>(null);

  const own = useMemo(() => {
    if (!isUsed) return null;
    const id = newId();
    const copiesOf = (which: string | null) =>
      createLocalCopies(localStorage, copyDatabase, String(user), model, which);
    const local = copiesOf(entry);
    // Not the client of this component, which gives up what is sent when the form goes: copies are dropped then.
    const server = createServerCopies(getFetchClient() as unknown as FetchClient, model, entry);
    /** What a new entry has become: its documentId, and the values that are stored. */
    const created: { entry: string | null; stored: Values | null } = { entry: null, stored: null };
    const read = (): UnsavedForm | null => {
      const { initialValues, getValues } = current.current.form;
      const values = getValues();
      // What another editor has saved since is nothing that was typed over.
      const opened = openedBy(model, documentId, { initialValues, values });
      const attributes = Object.entries(current.current.contentType?.attributes ?? {});
      const secret = new Set(attributes.filter(([, one]) => isSecretAttribute(one)).map(([name]) => name));
      const changes = changesOf(created.stored ?? opened, withLateValues(values), secret);
      const isTyped = Object.keys(changes).some((field) => isStored || !PREFILLED.includes(field));
      return isTyped ? { entry: created.entry ?? entry, basedOn: savedAtOf(opened) ?? null, changes } : null;
    };
    const keeper = createKeeper(id, read, local, server, setNotKept, (where) => {
      if (shown.current === id) setKeptState(where);
    });
    /** Goes on with what was typed into another form, which may have been stored without an answer. */
    const takeOver = (form: string): void => {
      if (!isStored) nameCreation(model, entry, form);
    };
    return { id, local, server, copiesOf, created, read, keeper, takeOver };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isUsed, user, model, entry]);

  useEffect(() => {
    shown.current = own?.id ?? null;
    return () => {
      shown.current = null;
      setKeptState(null);
    };
  }, [own]);

  // All tries to create an entry from this form are one.
  useEffect(
    () => (own && !isStored ? nameCreation(model, entry, own.id) : undefined),
    [own, isStored, model, entry],
  );

  /** The form of the new entry, whose copies go once this form has its own. */
  const [leftBy, setLeftBy] = useState<string | null>(null);
  useEffect(() => {
    if (!own || !isStored) return;
    const left = leftCopies.take(String(user), model, documentId);
    // What was left and is not in this form is offered.
    const isTakenOver = left !== null && current.current.form.modified;
    setLeftBy(isTakenOver ? left.form : null);
    if (!isTakenOver) return;
    // What is typed ahead is in those copies, and not in the form yet.
    void whenTypedAhead().then(async (isTyped) => {
      if (!isTyped) setLeftBy(null);
      else if (await own.keeper.secure()) await left.keeper.drop();
    });
  }, [own, isStored, user, model, documentId]);

  const { values, initialValues, modified } = form;
  const wasModified = useRef(false);
  useEffect(() => {
    if (!own) return undefined;
    const isOver = wasModified.current && !modified;
    wasModified.current = modified;
    if (modified) own.keeper.touch();
    if (!isOver) return undefined;
    // Strapi's form takes an answer in steps; what was typed since is on top of it within the same moment.
    const timer = setTimeout(() => void own.keeper.drop());
    return () => clearTimeout(timer);
  }, [own, values, initialValues, modified]);

  useEffect(() => {
    if (!own) return undefined;
    const { keeper, created, read } = own;
    const onHidden = () => keeper.flush();
    const onOnline = () => keeper.retry();
    const endLate = listenToLate(() => keeper.touch());
    window.addEventListener('pagehide', onHidden);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('online', onOnline);
    let sent: Values | null = null;
    const end = listenTo(model, entry ?? undefined, (event) => {
      if (event.type === 'sent') sent = current.current.form.getValues();
      if (event.type !== 'created') return;
      created.entry = event.documentId;
      created.stored = sent;
      // What was typed since is of the stored entry, at whose next visit it is looked for.
      keeper.moveTo(own.copiesOf(event.documentId));
      leftCopies.leave(String(user), model, event.documentId, { form: own.id, keeper });
    });
    const stop = () => {
      endLate();
      window.removeEventListener('pagehide', onHidden);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', onOnline);
      if (read() === null) void keeper.drop();
      else {
        keeper.flush();
        keeper.retry();
      }
    };
    return () => {
      end();
      // Keys go on being buffered until the form of the stored entry is there, and are kept as long.
      if (created.entry) void whenTypedAhead().then(stop);
      else stop();
    };
  }, [own, model, documentId, entry, user]);

  return { form, own, leftBy, notKept };
};
