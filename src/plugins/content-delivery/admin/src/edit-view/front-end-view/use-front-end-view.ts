import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { FrontEndView } from '../../../../contracts/editing';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** Longer timers end at once. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * What front ends see of an entry. Reloaded when the entry's version changes, when its schedule date
 * comes, and when the editor returns to this tab, as others and the website's settings may have changed it.
 * @returns null while it is not known yet, `failed` when it could not be asked
 */
export const useFrontEndView = (
  model: string,
  documentId: string | undefined,
  version: string,
): FrontEndView | 'failed' | null => {
  const { get } = useFetchClient();
  const [view, setView] = useState<FrontEndView | 'failed' | null>(null);
  const [asked, setAsked] = useState(0);
  const waitsUntil = view && view !== 'failed' ? view.waitsUntil : null;

  useEffect(() => {
    if (!documentId) return undefined;
    let current = true;
    get<{ data: FrontEndView }>(`/${PLUGIN_ID}/entries/${model}/${documentId}/front-end-view`).then(
      ({ data }) => current && setView(data.data),
      () => current && setView('failed'),
    );
    return () => {
      current = false;
    };
  }, [get, model, documentId, version, asked]);

  useEffect(() => {
    const ask = () => setAsked((times) => times + 1);
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, []);

  useEffect(() => {
    if (!waitsUntil) return undefined;
    const milliseconds = new Date(waitsUntil).getTime() - Date.now() + 1_000;
    const timer = setTimeout(() => setAsked((times) => times + 1), Math.min(milliseconds, MAX_TIMER));
    return () => clearTimeout(timer);
  }, [waitsUntil, asked]);

  return view;
};
