/** Images and styles may be shown; nothing may run, be sent or be framed. */
const POLICY =
  "default-src 'none'; img-src * data:; media-src *; font-src * data:; style-src * 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Enough for plain HTML to be read well; a page's own styles come after it. */
const LOOK =
  'body{font:16px/1.6 system-ui,sans-serif;margin:24px;color:#1f1f1f}img{max-width:100%;height:auto}';

/** A document of its own around the HTML of a page, for a frame without rights. */
export const previewDocument = (html: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${LOOK}</style></head><body>${html}</body></html>`;
