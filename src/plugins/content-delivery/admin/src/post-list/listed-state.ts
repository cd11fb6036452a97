import { useEffect, useState } from 'react';
import { getFetchClient } from '@strapi/strapi/admin';
import { MAX_POST_STATES, type PostState } from '../../../contracts/calendar';
import { withQuery } from '../shared/api/queries';
import { PLUGIN_ID } from '../shared/plugin-id';
import { batched } from './batches';

const ask = batched(async (ids) => {
  const path = withQuery(`/${PLUGIN_ID}/post-states`, { posts: ids.join(',') });
  const { data } = await getFetchClient().get<{ data: PostState[] }>(path);
  return new Map(data.data.map((one) => [one.documentId, one]));
}, MAX_POST_STATES);

interface Listed {
  state: PostState | null;
  hasFailed: boolean;
}

/**
 * How readers see a post of the list. Strapi makes the rows anew each time it reads the list, which it does when an entry is
 * saved, published or deleted, so it is enough to ask once a row. It does so past the store of the panel: each query there is told of the
 * start and end of each other one, so that those of a hundred rows are ten thousand calls.
 */
export const useListedState = (documentId: string): Listed => {
  const [listed, setListed] = useState<Listed>({ state: null, hasFailed: false });
  useEffect(() => {
    let isShown = true;
    const show = (answer: Listed) => {
      if (isShown) setListed(answer);
    };
    ask(documentId).then(
      (state) => show({ state, hasFailed: false }),
      () => show({ state: null, hasFailed: true }),
    );
    return () => {
      isShown = false;
    };
  }, [documentId]);
  return listed;
};
