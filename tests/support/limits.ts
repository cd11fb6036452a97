import type { WireAnswer } from './connections';

/** A 429 of the four routes with all that belongs to it, whichever lane gave it. */
export const expectRefused = ({ status, headers, text }: WireAnswer, policy: string, quota: number): void => {
  const retryAfter = Number(headers['retry-after']);
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: 429,
    body: {
      data: null,
      error: {
        status: 429,
        name: 'TooManyRequestsError',
        message: expect.stringMatching(
          new RegExp(`^Too many .+ Please try again in ${retryAfter} seconds?\\.$`),
        ) as string,
        details: {},
      },
    },
  });
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringMatching(
      /Retry-After, RateLimit, RateLimit-Policy/,
    ) as string,
    'x-content-type-options': 'nosniff',
  });
  expect(headers['ratelimit-policy']).toContain(`"${policy}";q=${quota};w=60`);
  expect(headers['ratelimit']).toContain(`"${policy}";r=0;t=${retryAfter}`);
  for (const name of ['etag', 'vary', 'set-cookie']) expect(headers).not.toHaveProperty(name);
};

/** How many are left of a limit, by the headers of an answer. */
export const remainingOf = ({ headers }: WireAnswer, policy: string): number | null => {
  const told = new RegExp(`"${policy}";r=(\\d+);`).exec(String(headers['ratelimit'] ?? ''));
  return told ? Number(told[1]) : null;
};
