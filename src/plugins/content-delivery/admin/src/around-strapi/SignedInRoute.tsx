import type { ReactNode } from 'react';
import { Page, useAuth } from '@strapi/strapi/admin';
import { PrivateRoute as StrapisRoute } from 'virtual:strapi-private-route';

/**
 * The panel of who is signed in, in place of Strapi's `PrivateRoute` (src/admin/own-parts.ts), which does not wait for the user's permissions.
 * Strapi asks them once for each part of a page: where they came later than the page, its buttons were missing until it was loaded again.
 */
export const PrivateRoute = ({ children }: { children: ReactNode }) => {
  const isLoading = useAuth('PrivateRoute', (state) => state.isLoading);
  return <StrapisRoute>{isLoading ? <Page.Loading /> : children}</StrapisRoute>;
};
