import { useEffect, useState } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { useFetchClient } from '@strapi/strapi/admin';
import { OPENED_VERSION } from '../../../../contracts/editing';
import { announce } from '../rebase/requests';
import type { Values } from './merge';
import { reloadEntry } from './reload';

interface Form {
  values: Values;
  initialValues: Values;
  errors: Record<string, unknown>;
  setValues(values: Values): void;
  setErrors(errors: Record<string, unknown>): void;
}

interface Context {
  model: string;
  id?: string;
  form: Form;
  contentType?: { attributes: Record<string, { type: string }> };
  layout: { edit: { metadatas: Record<string, { label?: string }> } };
}

/** What another editor has saved. */
export interface Newer {
  values: Values;
  savedAt: string;
  savedBy: string | null;
}

interface NewerEntry extends Values {
  updatedAt: string;
  updatedBy: { firstname?: string; lastname?: string; username?: string } | null;
}

/** An entry's form whose save was refused because another editor has saved since, and the ways out. */
export const useConflict = () => {
  const { model, id, form, contentType, layout } = useContentManagerContext() as unknown as Context;
  const { get } = useFetchClient();
  const [newer, setNewer] = useState<Newer | null>(null);
  const [failed, setFailed] = useState(false);
  const refusal = form.errors[OPENED_VERSION];

  // Each refusal is a new error, as the form clears its errors before it saves.
  useEffect(() => {
    if (!refusal || !id) return undefined;
    let current = true;
    setFailed(false);
    get<{ data: NewerEntry }>(`/content-manager/collection-types/${model}/${id}`).then(
      ({ data: { data } }) => current && setNewer(toNewer(data)),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [refusal, id, model, get]);

  const close = () => {
    setNewer(null);
    form.setErrors({});
  };
  return {
    newer,
    failed: Boolean(refusal) && failed,
    opened: form.initialValues,
    mine: form.values,
    label: (field: string) => layout.edit.metadatas[field]?.label ?? field,
    typeOf: (field: string) => contentType?.attributes[field]?.type,
    /** Goes on with what was typed; the next saving is refused again. */
    close,
    /** Loads the newer version and puts one's own changes into it, to be looked at and saved. */
    merge() {
      close();
      announce(model, id, { type: 'accepted' });
      reloadEntry(model, id ?? '');
    },
    /** Loads the newer version and gives up one's own changes. */
    discard() {
      close();
      announce(model, id, { type: 'discarded' });
      reloadEntry(model, id ?? '');
    },
  };
};

export type Conflict = ReturnType<typeof useConflict>;

const toNewer = (entry: NewerEntry): Newer => {
  const { firstname, lastname, username } = entry.updatedBy ?? {};
  return {
    values: entry,
    savedAt: entry.updatedAt,
    savedBy: [firstname, lastname].filter(Boolean).join(' ') || username || null,
  };
};
