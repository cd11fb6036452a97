import { Page } from '@strapi/strapi/admin';
import { SEE_ACTIVITY } from '../shared/permissions';
import { ActivityPage } from './ActivityPage';

/** The page "Activity" in the main navigation. */
const ActivityApp = () => (
  <Page.Protect permissions={SEE_ACTIVITY}>
    <ActivityPage />
  </Page.Protect>
);

export default ActivityApp;
