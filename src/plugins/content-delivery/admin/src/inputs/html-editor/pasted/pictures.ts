import { ownOf } from '../../../../../contracts/own';
import { newId } from '../../../shared/new-id';
import { withoutSlash } from '../../../shared/without-slash';

/** A picture that was in pasted HTML itself, as a `data:` address. */
export interface PastedPicture {
  /** What stands for it in the HTML, as the address of an image. */
  marker: string;
  data: string;
  alt: string;
}

const MARKER = 'pasted-picture:';

export const newMarker = (): string => `${MARKER}${newId()}`;
export const isMarker = (address: unknown): address is string =>
  typeof address === 'string' && address.startsWith(MARKER);

export const isPictureData = (address: string): boolean => /^data:image\//i.test(address);

/** An address that works only where the HTML comes from: a file of that computer, a part of a message. */
export const isOutOfReach = (address: string): boolean =>
  address === '' || /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address) || /^\\\\/.test(address);

export const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** Where Google Docs keeps copied pictures of a document, for some time. */
export const expires = (address: string): boolean =>
  /^https?:\/\/[\w.-]+\.googleusercontent\.com\//i.test(address);

/** Whether an address is one below another. */
export const isOf = (base: string, address: string): boolean => address.startsWith(`${withoutSlash(base)}/`);

/** The host of an address, as people know it. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

const EXTENSIONS: Readonly<Record<string, string>> = { 'svg+xml': 'svg', jpeg: 'jpg', 'x-icon': 'ico' };

/** The file of a `data:` address. @returns null for one that cannot be read */
export const fileOfData = (address: string, name: string): File | null => {
  const [, type = '', subtype = '', isBase64, data = ''] =
    /^data:(image\/([\w.+-]+))(?:;(?!base64)[^;,]*)*(;base64)?,([\s\S]*)$/i.exec(address) ?? [];
  if (type === '' || data === '') return null;
  try {
    const bytes = isBase64
      ? Uint8Array.from(atob(decodeURIComponent(data).replace(/\s/g, '')), (one) => one.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data));
    const lower = subtype.toLowerCase();
    return new File([bytes], `${name}.${ownOf(EXTENSIONS, lower) ?? lower}`, { type: type.toLowerCase() });
  } catch {
    return null;
  }
};
