import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useShownWebsite } from '../shared/shown-website';
import { ShownWebsiteNote } from './ShownWebsiteNote';

const asksForWebsite = (name: string): boolean => /^filters\b.*\[website\]/.test(name);

/**
 * Beside the content manager's lists. Strapi remembers what a list was filtered by; a website that was asked for there
 * gives way to the one that is shown.
 */
export const ShownWebsiteOfList = () => {
  const shown = useShownWebsite();
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const names = [...query.keys()].filter(asksForWebsite);
    if (!shown || names.length === 0) return;
    for (const name of names) query.delete(name);
    navigate({ search: query.toString() }, { replace: true });
  }, [shown, search, navigate]);
  return <ShownWebsiteNote />;
};
