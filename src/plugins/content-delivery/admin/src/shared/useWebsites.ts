import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { WebsitesAnswer } from '../../../contracts/websites';
import { PLUGIN_ID } from './plugin-id';

/** The longest time that a browser's timer can wait for, in milliseconds. */
const MAX_WAIT = 2 ** 31 - 1;

type State = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; answer: WebsitesAnswer };

/**
 * The websites that the user may see. They are loaded again when the user comes back to the page, and when an old
 * key ends.
 */
export const useWebsites = () => {
  const { get } = useFetchClient();
  const [state, setState] = useState<State>({ status: 'loading' });

  const reload = useCallback(async (): Promise<void> => {
    try {
      const { data } = await get<WebsitesAnswer>(`/${PLUGIN_ID}/websites`);
      setState({ status: 'ready', answer: data });
    } catch {
      // What was read before is still worth more than an error page.
      setState((before) => (before.status === 'ready' ? before : { status: 'failed' }));
    }
  }, [get]);

  useEffect(() => {
    void reload();
    const again = () => void reload();
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [reload]);

  useEffect(() => {
    if (state.status !== 'ready') return;
    const { data, meta } = state.answer;
    const ends = data.flatMap(({ keys }) => (keys?.old ? [Date.parse(keys.old.validUntil)] : []));
    if (ends.length === 0) return;
    // By the server's clock, which this one may differ from.
    const wait = Math.min(...ends) - Date.parse(meta.now);
    const timer = setTimeout(() => void reload(), Math.min(Math.max(wait, 0), MAX_WAIT));
    return () => clearTimeout(timer);
  }, [state, reload]);

  return { state, reload };
};
