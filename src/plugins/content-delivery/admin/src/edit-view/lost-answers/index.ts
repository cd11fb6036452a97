import { getFetchClient } from '@strapi/strapi/admin';
import type { SaveReceipt } from '../../../../contracts/editing';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { newId } from '../../shared/new-id';
import { createConfirmer } from './confirm';
import { creationOf } from './creations';
import { saveOf } from './saves';

const NOT_FOUND = 404;

/** Looks up what has come of saves that got no answer. To be called after what else changes requests. */
export const confirmSaves = (): void => {
  const send = window.fetch.bind(window);
  const { send: confirmed } = createConfirmer(
    {
      send,
      async receiptOf(model, name) {
        const path = `/${PLUGIN_ID}/saves/${model}/${name}`;
        const isThere = (status: number) => status === NOT_FOUND;
        const { data } = await getFetchClient().get<{ data: SaveReceipt | null }>(path, {
          validateStatus: isThere,
        });
        return data.data;
      },
      async read(model, entry, status) {
        const path = `/content-manager/collection-types/${model}/${entry}`;
        const { data } = await getFetchClient().get<{ data: Record<string, unknown> }>(path, {
          params: { status },
        });
        return data;
      },
    },
    {
      newName: newId,
      creationOf,
      isOnline: () => navigator.onLine,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
  );
  window.fetch = async (input, init) => {
    if (!init || input instanceof Request) return send(input, init);
    const { href, pathname } = new URL(input, window.location.href);
    return saveOf(init.method ?? 'GET', pathname) ? confirmed(href, init) : send(input, init);
  };
};
