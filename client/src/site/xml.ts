const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text without characters that XML cannot hold, such as control characters and halves of characters. */
const storableInXml = (text: string): string =>
  text
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

/** A text as XML holds it. */
export const escapeXml = (text: string): string =>
  storableInXml(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
