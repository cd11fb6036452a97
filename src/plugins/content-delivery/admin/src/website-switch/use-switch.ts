import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { WebsiteName } from '../../../contracts/website-switch';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useSwitchWebsiteMutation } from './lists';

const MEDIA_LIBRARY = /\/plugins\/upload(\/|$)/;
/** Pages that show the website of the panel unless their address names another. */
const NAMES_ITS_OWN = new RegExp(`/plugins/${PLUGIN_ID}/(pseo/pages|links)/?$`);

/** Shows one website in the whole panel, or all. */
export const useSwitch = (): ((website: WebsiteName | null) => void) => {
  const [switchWebsite] = useSwitchWebsiteMutation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (website) => {
      void switchWebsite(website);
      // It keeps its lists in a store of its own, and there is nothing in it that could be lost.
      if (MEDIA_LIBRARY.test(pathname)) return window.location.reload();
      const query = new URLSearchParams(search);
      // There may be fewer pages of a list.
      const stale = ['page', ...(NAMES_ITS_OWN.test(pathname) ? ['account', 'website', 'campaign'] : [])];
      if (!stale.some((name) => query.has(name))) return;
      for (const name of stale) query.delete(name);
      navigate({ search: query.toString() }, { replace: true });
    },
    [switchWebsite, pathname, search, navigate],
  );
};
