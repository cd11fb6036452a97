import { useEffect } from 'react';
import { prefetchHtmlEditor } from '../inputs/html-editor/load';

/** Milliseconds in which the list is there first. Safari does not say when it has nothing else to do. */
const AFTER_THE_LIST = 300;

/** Beside a list: has the editor at hand when an entry is opened. It shows nothing itself. */
export const PrefetchEditor = () => {
  useEffect(() => {
    const timer = setTimeout(prefetchHtmlEditor, AFTER_THE_LIST);
    return () => clearTimeout(timer);
  }, []);
  return null;
};
