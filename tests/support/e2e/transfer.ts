import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';

interface Brought {
  html?: string;
  text?: string;
  files?: { name: string; type: string; base64: string }[];
}

/** A file as the clipboard or a drag has it. */
export const broughtFile = async (file: string, type: string, name = path.basename(file)) => ({
  name,
  type,
  base64: (await readFile(file)).toString('base64'),
});

/** Pastes into an element, or drops on its middle, what another program would bring. */
export const bringInto = (target: Locator, how: 'paste' | 'drop', brought: Brought): Promise<void> =>
  target.evaluate(
    (element, { kind, html, text, files = [] }) => {
      interface Data {
        setData(type: string, data: string): void;
        items: { add(file: unknown): void };
      }
      // The types of this project know no browser.
      const browser = globalThis as unknown as Record<string, new (...values: unknown[]) => unknown>;
      const { DataTransfer, File: BrowserFile, ClipboardEvent, DragEvent } = browser;
      if (!DataTransfer || !BrowserFile || !ClipboardEvent || !DragEvent) throw new Error('No browser');
      const data = new DataTransfer() as Data;
      if (html !== undefined) data.setData('text/html', html);
      if (text !== undefined) data.setData('text/plain', text);
      for (const { name, type, base64 } of files)
        data.items.add(
          new BrowserFile([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }),
        );
      const node = element as unknown as {
        getBoundingClientRect(): { left: number; top: number; width: number; height: number };
        dispatchEvent(event: unknown): void;
      };
      const { left, top, width, height } = node.getBoundingClientRect();
      const options = {
        bubbles: true,
        cancelable: true,
        clientX: left + width / 2,
        clientY: top + height / 2,
      };
      if (kind === 'paste') {
        node.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      // As a browser does it: the panel watches what is dragged over it.
      for (const type of ['dragenter', 'dragover', 'drop'])
        node.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    },
    { kind: how, ...brought },
  );

/** Holds requests back until they are let go. */
export const holdRequests = async (page: Page, address: RegExp, method: string) => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const handler = async (route: Route) => {
    if (route.request().method() === method) await gate;
    // It may be cancelled by then.
    await route.fallback().catch(() => undefined);
  };
  await page.route(address, handler);
  return async () => {
    letGo();
    await page.unroute(address, handler);
  };
};
