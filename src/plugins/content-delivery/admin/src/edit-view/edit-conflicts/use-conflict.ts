import { useEffect, useRef, useState } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { useFetchClient } from '@strapi/strapi/admin';
import { OPENED_VERSION } from '../../../../contracts/editing';
import { mergeValues, type Values } from './merge';
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

/** What somebody else has saved. */
export interface Newer {
  values: Values;
  savedAt: string;
  savedBy: string | null;
}

interface NewerEntry extends Values {
  updatedAt: string;
  updatedBy: { firstname?: string; lastname?: string; username?: string } | null;
}

/** An entry's form whose saving was refused because somebody else has saved since, and the ways out of it. */
export const useConflict = () => {
  const { model, id, form, contentType, layout } = useContentManagerContext() as unknown as Context;
  const { get } = useFetchClient();
  const [newer, setNewer] = useState<Newer | null>(null);
  const [failed, setFailed] = useState(false);
  const merging = useRef<{ opened: Values; mine: Values } | null>(null);
  const refusal = form.errors[OPENED_VERSION];

  // Each refusal is an error of its own, as the form clears its errors before it saves.
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

  // Once the form shows the newer version, one's own changes are put into it.
  useEffect(() => {
    const waiting = merging.current;
    if (!waiting || form.initialValues === waiting.opened) return;
    merging.current = null;
    form.setValues(mergeValues(waiting.opened, waiting.mine, form.initialValues));
  }, [form]);

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
      merging.current = { opened: form.initialValues, mine: form.values };
      close();
      reloadEntry(model, id ?? '');
    },
    /** Loads the newer version and gives up one's own changes. */
    discard() {
      close();
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
