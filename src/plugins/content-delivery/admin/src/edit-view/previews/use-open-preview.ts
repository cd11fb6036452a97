import { useState } from 'react';
import type { PreviewLink } from '../../../../contracts/previews';
import { useSend } from '../../shared/api/use-send';

/**
 * Opens a draft on its website in another tab.
 * @param path of the route that makes the link
 */
export const useOpenPreview = <Link extends PreviewLink = PreviewLink>(path: string, body?: unknown) => {
  const { send, isSending, problem } = useSend();
  /** Of a preview that the browser did not want to open by itself. */
  const [blocked, setBlocked] = useState<string | null>(null);

  /** @returns the link that was made; null when there is none */
  const open = async (): Promise<Link | null> => {
    setBlocked(null);
    // At once, while the browser knows of the click. The website gets no hold of this page.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const made = await send<Link>({ method: 'post', path, body });
    const url = made?.data.url ?? null;
    if (url === null) tab?.close();
    else if (tab && !tab.closed) tab.location.replace(url);
    else setBlocked(url);
    return made?.data ?? null;
  };

  return { open, isOpening: isSending, problem, blocked };
};
