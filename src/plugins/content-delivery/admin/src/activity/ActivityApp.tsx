import { Page } from '@strapi/strapi/admin';
import { SEE_ACTIVITY } from '../shared/permissions';
import { OnePage } from '../shared/NotFound';
import { useText } from '../shared/text';
import { ActivityPage } from './ActivityPage';
import { ACTIVITY_ROUTE } from './paths';

/** The page "Activity" in the main navigation. */
const ActivityApp = () => (
  <Page.Protect permissions={SEE_ACTIVITY}>
    <OnePage section={useText()('activity.title')} path={`/${ACTIVITY_ROUTE}`}>
      <ActivityPage />
    </OnePage>
  </Page.Protect>
);

export default ActivityApp;
