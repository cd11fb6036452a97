import { Page } from '@strapi/strapi/admin';
import { READ_POSTS } from '../shared/permissions';
import { CalendarPage } from './CalendarPage';

/** The page "Calendar" in the main navigation. */
const CalendarApp = () => (
  <Page.Protect permissions={READ_POSTS}>
    <CalendarPage />
  </Page.Protect>
);

export default CalendarApp;
