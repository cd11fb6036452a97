import { Page } from '@strapi/strapi/admin';
import { REPLACE_POSTS } from '../shared/permissions';
import { ReplacementsPage } from './ReplacementsPage';

/** The page "Search and replace" in the main navigation. */
const ReplacementsApp = () => (
  <Page.Protect permissions={REPLACE_POSTS}>
    <ReplacementsPage />
  </Page.Protect>
);

export default ReplacementsApp;
