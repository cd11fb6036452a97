import { useEffect, useMemo, useRef, useState } from 'react';
import {
  useAuth,
  useFetchClient,
  useForm,
  unstable_useContentManagerContext as useContentManagerContext,
} from '@strapi/strapi/admin';
import { OPENED_VERSION, type OpenedVersion } from '../../../../contracts/editing';
import {
  isSecretAttribute,
  type KeptAttribute,
  type UnsavedForm,
  type UnsavedWork,
} from '../../../../contracts/unsaved-work';
import type { Values } from '../edit-conflicts/merge';
import { useOpenEntry } from '../entry';
import { listenTo } from '../rebase/requests';
import { broughtBack, changesOf, notStored } from './changes';
import { newFormId } from './form-id';
import { createKeeper } from './keeper';
import { listenToLate, withLateValues } from './late-values';
import { createLocalCopies } from './local-copies';
import { createServerCopies, type FetchClient } from './server-copies';

interface Form {
  values: Values;
  initialValues: Values;
  modified: boolean;
  isSubmitting: boolean;
  setValues(values: Values): void;
}

/** Chosen for the user when the form was opened: alone it is nothing that anybody typed. */
const PREFILLED = ['website', 'account'];

/** Keeps what is typed until it is saved, and finds what was left unsaved at an earlier visit. */
export const useUnsavedWork = () => {
  const { model, documentId, isClone, status } = useOpenEntry();
  const { contentType } = useContentManagerContext() as unknown as {
    contentType?: { attributes: Record<string, KeptAttribute> };
  };
  const user = useAuth('UnsavedWork', ({ user: me }) => me?.id);
  const form = useForm('UnsavedWork', (state) => state) as unknown as Form;
  const client = useFetchClient() as unknown as FetchClient;
  const entry = documentId ?? null;
  const isUsed = user !== undefined && !isClone && status === 'draft';

  const current = useRef({ form, contentType });
  current.current = { form, contentType };
  const [found, setFound] = useState<UnsavedWork[]>([]);

  const own = useMemo(() => {
    if (!isUsed) return null;
    const local = createLocalCopies(localStorage, String(user), model, entry);
    const server = createServerCopies(client, model, entry);
    const read = (): UnsavedForm | null => {
      const { initialValues } = current.current.form;
      const values = withLateValues(current.current.form.values);
      const attributes = Object.entries(current.current.contentType?.attributes ?? {});
      const secret = new Set(attributes.filter(([, one]) => isSecretAttribute(one)).map(([name]) => name));
      const changes = changesOf(initialValues, values, secret);
      const isTyped = Object.keys(changes).some((field) => entry !== null || !PREFILLED.includes(field));
      const opened = initialValues[OPENED_VERSION] as OpenedVersion | undefined;
      return isTyped ? { entry, basedOn: opened?.savedAt ?? null, changes } : null;
    };
    const id = newFormId();
    return { id, local, server, keeper: createKeeper(id, read, local, server) };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isUsed, user, model, entry]);

  // What was left behind, in the browser and on the server, looked for once.
  useEffect(() => {
    let isCurrent = true;
    setFound([]);
    if (!own) return undefined;
    const look = async () => {
      const copies = [...own.local.find(), ...(await own.server.find().catch(() => []))];
      if (isCurrent) setFound(newestOfEach(copies).filter(({ form: id }) => id !== own.id));
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [own]);

  const { values, initialValues, modified } = form;
  const wasModified = useRef(false);
  useEffect(() => {
    if (!own) return;
    if (modified) own.keeper.touch();
    else if (wasModified.current) void own.keeper.drop();
    wasModified.current = modified;
  }, [own, values, initialValues, modified]);

  useEffect(() => {
    if (!own) return undefined;
    const { keeper } = own;
    const onHidden = () => keeper.flush();
    const onOnline = () => keeper.retry();
    const endLate = listenToLate(() => keeper.touch());
    window.addEventListener('pagehide', onHidden);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('online', onOnline);
    let isCreated = false;
    const end = listenTo(model, documentId, ({ type }) => {
      if (type === 'created') isCreated = true;
    });
    return () => {
      end();
      endLate();
      window.removeEventListener('pagehide', onHidden);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', onOnline);
      if (isCreated || (hasLeft(entry) && !current.current.form.isSubmitting)) void keeper.drop();
      else {
        keeper.flush();
        keeper.retry();
      }
    };
  }, [own, model, documentId, entry]);

  // What has been saved in the meantime is nothing to offer. Looked at once, and not with each key: texts are long.
  const offered = useMemo(
    () =>
      found
        .map((work) => ({ ...work, changes: notStored(work.changes, initialValues) }))
        .find(({ changes }) => Object.keys(changes).length > 0),
    [found, initialValues],
  );

  const forget = (id: string) => {
    setFound(found.filter(({ form: other }) => other !== id));
    own?.local.drop(id);
    void own?.server.drop(id).catch(() => undefined);
  };
  return {
    /** The newest that is not saved; undefined for none. */
    offered,
    stored: initialValues,
    /** Puts the chosen fields into the form. */
    bringBack: ({ form: id, changes }: UnsavedWork, fields: ReadonlySet<string>) => {
      const chosen = Object.fromEntries(Object.entries(changes).filter(([field]) => fields.has(field)));
      form.setValues(broughtBack(chosen, form.values));
      forget(id);
    },
    discard: ({ form: id }: UnsavedWork) => forget(id),
  };
};

/** Of each form the copy that was made last, newest first. */
const newestOfEach = (copies: readonly UnsavedWork[]): UnsavedWork[] => {
  const sorted = [...copies].sort((one, other) => other.keptAt.localeCompare(one.keptAt));
  return sorted.filter(({ form }, index) => sorted.findIndex((other) => other.form === form) === index);
};

/** Has the editor gone to another page? They were asked then; the page for signing in is no choice of theirs. */
const hasLeft = (entry: string | null): boolean => {
  const { pathname } = window.location;
  return !pathname.includes('/auth/') && !pathname.endsWith(`/${entry ?? 'create'}`);
};
