import { site } from './settings';

/** An answer that is confirmed at each use, so that it is as new as the pages. */
export const textResponse = (type: string, text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;' };

/** A page of one sentence, for routes that have no other. */
export const sentenceResponse = (status: number, sentence: string): Response => {
  const text = sentence.replace(/[&<]/g, (character) => ESCAPES[character] as string);
  const html = `<!doctype html><html lang="${site().language}"><meta charset="utf-8"><title>${text}</title><h1>${text}</h1><p><a href="/blog">All articles</a></p></html>\n`;
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
};

export const notFoundResponse = (): Response => sentenceResponse(404, 'There is nothing at this address');
