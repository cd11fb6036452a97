import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { WebsiteName } from '../../../contracts/website-switch';
import { useSwitchWebsiteMutation } from './lists';

const MEDIA_LIBRARY = /\/plugins\/upload(\/|$)/;

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
      if (!query.has('page')) return;
      // There may be fewer.
      query.delete('page');
      navigate({ search: query.toString() }, { replace: true });
    },
    [switchWebsite, pathname, search, navigate],
  );
};
