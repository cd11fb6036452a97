import { Page } from '@strapi/strapi/admin';
import { READ_POSTS } from '../shared/permissions';
import { OnePage } from '../shared/NotFound';
import { useText } from '../shared/text';
import { CalendarPage } from './CalendarPage';
import { CALENDAR_ROUTE } from './paths';

/** The page "Calendar" in the main navigation. */
const CalendarApp = () => (
  <Page.Protect permissions={READ_POSTS}>
    <OnePage section={useText()('calendar.title')} path={`/${CALENDAR_ROUTE}`}>
      <CalendarPage />
    </OnePage>
  </Page.Protect>
);

export default CalendarApp;
