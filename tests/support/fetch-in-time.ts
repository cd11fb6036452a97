import { MAX_WAIT } from './in-time';

/** `fetch` with an end, also to the body. It rejects with an Error that says what was not answered. */
export const fetchInTime = (address: string | URL, init: RequestInit = {}): Promise<Response> => {
  const isLate = new AbortController();
  const what = `${init.method ?? 'GET'} ${String(address)}`;
  setTimeout(
    () => isLate.abort(new Error(`Waited ${MAX_WAIT / 1_000} s for the answer to ${what}.`)),
    MAX_WAIT,
  ).unref();
  return fetch(address, { ...init, signal: isLate.signal });
};
