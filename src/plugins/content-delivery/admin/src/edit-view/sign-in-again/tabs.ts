/** Tells other tabs of the same browser. Strapi refreshes the session in one tab at a time, and the others wait for it. */
type Message = { type: 'ended' } | { type: 'signed-in'; token: string };

const CHANNEL = 'content-delivery.session';

export const openTabs = (onMessage: (message: Message) => void) => {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => onMessage(data as Message);
  return { tell: (message: Message) => channel.postMessage(message), close: () => channel.close() };
};
