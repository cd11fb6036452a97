/** TipTap and all that belongs to it: in a separate chunk, so that lists and other forms do not wait for it. */
export const loadHtmlEditor = () => import('./HtmlEditor');

/** Has the editor at hand before a form asks for it. It is asked for again there, should this fail. */
export const prefetchHtmlEditor = (): void => void loadHtmlEditor().catch(() => undefined);
