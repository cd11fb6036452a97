import { useSyncExternalStore } from 'react';
import { SHOWN_WEBSITE_HEADER, type WebsiteName } from '../../../contracts/website-switch';

/** Kept by the browser; each tab goes on with its own until it is loaded again. */
const STORAGE_KEY = 'content-delivery.shown-website';

const isWebsiteName = (value: unknown): value is WebsiteName => {
  const { documentId, name, account } = (value ?? {}) as Partial<Record<keyof WebsiteName, unknown>>;
  return typeof documentId === 'string' && typeof name === 'string' && typeof account === 'object';
};

const readKept = (): WebsiteName | null => {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? 'null');
    return isWebsiteName(kept) ? kept : null;
  } catch {
    // Storage is blocked, or holds what is not ours.
    return null;
  }
};

const keep = (website: WebsiteName | null): void => {
  try {
    if (website) window.localStorage.setItem(STORAGE_KEY, JSON.stringify(website));
    else window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then it lasts until the page is loaded again.
  }
};

/** For requests to Strapi's lists that are about a website, campaign or entry of their own, whatever is shown. */
export const WHATEVER_IS_SHOWN = { headers: { [SHOWN_WEBSITE_HEADER]: '*' } } as const;

/** Undefined until it is read, once. */
let shown: WebsiteName | null | undefined;
const listeners = new Set<() => void>();

/** @returns the website to which the panel is narrowed; null while it shows all */
export const shownWebsite = (): WebsiteName | null => {
  if (shown === undefined) shown = readKept();
  return shown;
};

export const showWebsite = (website: WebsiteName | null): void => {
  shown = website;
  keep(website);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The website to which the panel is narrowed; null while it shows all. */
export const useShownWebsite = (): WebsiteName | null => useSyncExternalStore(subscribe, shownWebsite);
