import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import { routeAddress, type KeyInAddress } from './route-address';

/** The names of the two environment variables that a front end needs. */
export const VARIABLES = { address: 'CONTENT_API_URL', key: 'CONTENT_API_KEY' } as const;

/** Addresses and keys that need no quotes in an `.env` file. */
const PLAIN = /^[\w.~:/@%+,-]*$/;

/**
 * A value as it is written in an `.env` file of Next.js, which replaces `$NAME` by other variables.
 * @returns null for a value that no such file can hold
 */
const envValue = (value: string): string | null => {
  if (PLAIN.test(value)) return value;
  if (/[\r\n\\]/.test(value)) return null;
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark));
  return quote === undefined ? null : `${quote}${value.replaceAll('$', '\\$')}${quote}`;
};

/** The `.env` file of a front end; null when the key has characters that such a file cannot hold. */
export const envFile = (server: string, apiKey: string): string | null => {
  const [address, key] = [envValue(server), envValue(apiKey)];
  if (address === null || key === null) return null;
  return `${VARIABLES.address}=${address}\n${VARIABLES.key}=${key}\n`;
};

/** A page of the Next.js App Router that lists the posts. */
export const NEXT_PAGE = `// app/blog/page.tsx
type Post = { title: string; slug: string; scheduleDate: string | null };

async function readPosts(): Promise<Post[]> {
  const query = new URLSearchParams({ apiKey: process.env.${VARIABLES.key}! });
  const response = await fetch(\`\${process.env.${VARIABLES.address}}${DELIVERY_PATHS.blog}?\${query}\`, {
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(\`The posts could not be read: \${response.status}\`);
  return response.json();
}

export default async function BlogPage() {
  const posts = await readPosts();
  // A post with a date in the future is not to be shown yet.
  const visible = posts.filter(
    ({ scheduleDate }) => scheduleDate === null || Date.parse(scheduleDate) <= Date.now(),
  );
  return (
    <ul>
      {visible.map(({ slug, title }) => (
        <li key={slug}>
          <a href={\`/blog/\${encodeURIComponent(slug)}\`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
`;

/** The same request from any JavaScript on a server. */
export const PLAIN_FETCH = `const query = new URLSearchParams({ apiKey: process.env.${VARIABLES.key} });
const response = await fetch(\`\${process.env.${VARIABLES.address}}${DELIVERY_PATHS.blog}?\${query}\`);
if (!response.ok) throw new Error(\`The posts could not be read: \${response.status}\`);

const posts = await response.json();
// A post with a date in the future is not to be shown yet.
const visible = posts.filter(
  ({ scheduleDate }) => scheduleDate === null || Date.parse(scheduleDate) <= Date.now(),
);
`;

/** How a website gets the client package, which is in no registry. */
export const CLIENT_PACKAGE = `# In a copy of this server's repository: makes content-delivery-client-<version>.tgz
npm pack ./client

# In the website, with that file beside its package.json
npm install ./content-delivery-client-*.tgz
`;

/** Slugs in the examples. */
export interface Examples {
  post: string;
  page: string;
}

const EXAMPLES = ['posts', 'post', 'taxonomies', 'links', 'pages', 'page'] as const;
export type CurlExample = (typeof EXAMPLES)[number];

/** A command for each route, with and without its parameters, to paste into a terminal. */
export const curlCommands = (
  server: string,
  key: KeyInAddress,
  { post, page }: Examples,
): { example: CurlExample; command: string }[] => {
  const { blog, taxonomies, internalLinks, pseoPages } = DELIVERY_PATHS;
  const asked: Record<CurlExample, [path: string, parameters: Record<string, string>]> = {
    posts: [blog, {}],
    post: [blog, { slug: post }],
    taxonomies: [taxonomies, {}],
    links: [internalLinks, {}],
    pages: [pseoPages, {}],
    page: [pseoPages, { slug: page }],
  };
  return EXAMPLES.map((example) => {
    const [path, parameters] = asked[example];
    return { example, command: `curl '${routeAddress(server, path, key, parameters)}'` };
  });
};
