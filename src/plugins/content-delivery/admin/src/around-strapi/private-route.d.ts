/** Strapi's own route for who is signed in, which its package does not export: src/admin/own-parts.ts finds it. */
declare module 'virtual:strapi-private-route' {
  import type { ComponentType, ReactNode } from 'react';

  export const PrivateRoute: ComponentType<{ children: ReactNode }>;
}
