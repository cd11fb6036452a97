/** An answer that is confirmed at each use, so that it is as new as the pages. */
export const textResponse = (type: string, text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
