/** Images and styles may be shown; nothing may run, be sent or be framed. */
const POLICY =
  "default-src 'none'; img-src * data:; media-src *; font-src * data:; style-src * 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Enough for plain HTML to be read well; a page's own styles come after it. */
const LOOK =
  'body{font:16px/1.6 system-ui,sans-serif;margin:24px;color:#1f1f1f}img{max-width:100%;height:auto}';
const DARK_LOOK = ':root{color-scheme:dark}body{background:#181826;color:#eaeaef}a{color:#a5b4ff}';

export type Shade = 'light' | 'dark';

/** A separate document around the HTML of an entry, for a frame without rights. */
export const previewDocument = (html: string, shade: Shade = 'light'): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${LOOK}${shade === 'dark' ? DARK_LOOK : ''}</style></head><body>${html}</body></html>`;
