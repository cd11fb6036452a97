import { DELIVERY_PATHS, UNKNOWN_SLUG } from '../../../../../contracts/delivery';
import { withoutSlash } from '../../../shared/without-slash';
import { VARIABLES } from '../snippets';

/** The address of the route below, on a website. */
export const previewAddressFor = (website: string): string =>
  `${withoutSlash(website)}/api/preview?type={type}&slug={slug}&token={token}`;

/** The name of the cookie in which the website keeps the token. */
const COOKIE = 'preview-token';

/** A route handler of the Next.js App Router that turns draft mode on. */
export const NEXT_ROUTE = `// app/api/preview/route.ts
import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

export async function GET(request: Request) {
  const given = new URL(request.url).searchParams;
  const token = given.get('token') ?? '';
  const isPost = given.get('type') === 'post';

  // The content server knows whether the link still works, and what the slug of the draft is.
  const query = new URLSearchParams({
    apiKey: process.env.${VARIABLES.key}!,
    slug: given.get('slug') ?? '',
    preview: token,
  });
  const path = isPost ? '${DELIVERY_PATHS.blog}' : '${DELIVERY_PATHS.pseoPages}';
  const response = await fetch(\`\${process.env.${VARIABLES.address}}\${path}?\${query}\`, { cache: 'no-store' });
  const answer = await response.json().catch(() => null);
  // Any other 404 says that the address is wrong.
  if (!token || answer?.error?.details?.code === '${UNKNOWN_SLUG}') {
    return new Response('This preview link does not work any more.', { status: 404 });
  }
  if (!response.ok) {
    const reason = answer?.error?.message ?? 'Check ${VARIABLES.address}.';
    return new Response(\`The content server answered with \${response.status}. \${reason}\`, { status: 502 });
  }
  const { slug } = answer as { slug: string };

  (await draftMode()).enable();
  (await cookies()).set('${COOKIE}', token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env.NODE_ENV === 'production',
    path: '/',
  });
  redirect(isPost ? \`/blog/\${encodeURIComponent(slug)}\` : \`/\${encodeURI(slug)}\`);
}
`;

/** How a page of the App Router reads a post then. */
export const NEXT_READ = `// lib/read-post.ts, called by app/blog/[slug]/page.tsx
import { cookies, draftMode } from 'next/headers';

export async function readPost(slug: string) {
  const ask = (preview?: string) => {
    const query = new URLSearchParams({ apiKey: process.env.${VARIABLES.key}!, slug });
    if (preview) query.set('preview', preview);
    return fetch(\`\${process.env.${VARIABLES.address}}${DELIVERY_PATHS.blog}?\${query}\`, { cache: 'no-store' });
  };

  if ((await draftMode()).isEnabled) {
    const draft = await ask((await cookies()).get('${COOKIE}')?.value);
    if (draft.ok) return draft.json();
    // The token is for another post, or has ended: what readers see.
  }
  const response = await ask();
  if (response.ok) return response.json();
  // Any other 404 says that the address is wrong.
  const answer = await response.json().catch(() => null);
  if (answer?.error?.details?.code === '${UNKNOWN_SLUG}') return null;
  throw new Error(\`The post could not be read: \${response.status} \${answer?.error?.message ?? ''}\`);
}
`;
