/** What the code of the docs takes from frameworks, which are not installed here, and from the code of a website around it. */
export const FRAMEWORKS = `
declare module 'next/cache' {
  export function revalidateTag(tag: string, profile: string | { expire?: number }): void;
}
declare module 'next/headers' {
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined;
    set(name: string, value: string, options?: object): void;
  }>;
  export function draftMode(): Promise<{ isEnabled: boolean; enable(): void }>;
}
declare module 'next/navigation' {
  export function redirect(path: string): never;
}
declare module 'react' {
  export function cache<F extends (...parameters: never[]) => unknown>(work: F): F;
}
declare module '@sveltejs/kit' {
  export function error(status: number, message: string): never;
  export function redirect(status: number, path: string): never;
}
declare namespace JSX {
  interface IntrinsicElements { [name: string]: object }
}
interface RequestInit { next?: { revalidate?: number; tags?: string[] } }
declare const Astro: { props: { post: { content: string } } };

// Nuxt
interface NuxtEvent { path: string }
declare function defineEventHandler(handle: (event: NuxtEvent) => unknown): object;
declare function useRuntimeConfig(event: NuxtEvent): { contentUrl: string; contentKey: string };
declare function getRouterParam(event: NuxtEvent, name: string, options: { decode: boolean }): string | undefined;
declare function createError(of: { statusCode: number }): Error;
declare function sendRedirect(event: NuxtEvent, path: string, status: number): Promise<void>;

// The website around.
declare const client: import('content-delivery-client').Client;
declare const request: Request;
declare const slug: string;
declare function notFound(): never;
declare function redirect(path: string, status: number): never;
declare function write(slug: string, content: string, sizes: { url: string }[] | undefined): Promise<void>;
declare function clean(html: string): string;
`;

/** What SvelteKit makes beside a route, as `./$types`. */
export const KIT_TYPES = `export type PageServerLoad = (event: {
  params: { slug: string };
  fetch: typeof globalThis.fetch;
}) => unknown;
`;
