import { Page } from '@strapi/strapi/admin';
import { REPLACE_POSTS } from '../shared/permissions';
import { OnePage } from '../shared/NotFound';
import { useText } from '../shared/text';
import { ReplacementsPage } from './ReplacementsPage';
import { REPLACEMENTS_ROUTE } from './paths';

/** The page "Search and replace" in the main navigation. */
const ReplacementsApp = () => (
  <Page.Protect permissions={REPLACE_POSTS}>
    <OnePage section={useText()('replace.title')} path={`/${REPLACEMENTS_ROUTE}`}>
      <ReplacementsPage />
    </OnePage>
  </Page.Protect>
);

export default ReplacementsApp;
