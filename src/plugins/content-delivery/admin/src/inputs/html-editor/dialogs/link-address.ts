const KNOWN_SCHEME = /^(?:https?:\/\/\S|mailto:\S|tel:\S)/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?:[/?#:]|$)/iu;
/** A page or a file beside the page that the link is on, not a domain. */
const FILE = /^[^/?#:]+\.(?:html?|php|pdf|aspx?|jpe?g|png|gif|webp|svg|zip|docx?|xlsx?)(?:[?#]|$)/i;
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;

/**
 * What an editor typed as the address of a link: an http(s) address, `mailto:`, `tel:`, or a place on the website
 * (`/path`, `#part`, `page`, `page.html`). `example.com` gets `https://`, an e-mail address `mailto:`.
 * @returns `null` for anything else, such as `javascript:`
 */
export const linkAddress = (typed: string): string | null => {
  const address = typed.trim();
  if (address === '') return null;
  if (KNOWN_SCHEME.test(address)) return address;
  if (MAIL.test(address)) return `mailto:${address}`;
  if (DOMAIN.test(address) && !FILE.test(address)) return `https://${address}`;
  return ANY_SCHEME.test(address.replace(/[^\u0021-\uffff]/g, '')) ? null : address;
};
