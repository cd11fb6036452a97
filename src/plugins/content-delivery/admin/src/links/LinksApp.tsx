import { Page } from '@strapi/strapi/admin';
import { SEE_LINKS } from '../shared/permissions';
import { OnePage } from '../shared/NotFound';
import { useText } from '../shared/text';
import { LinksPage } from './LinksPage';
import { LINKS_ROUTE } from './paths';

/** The page "Links" in the main navigation. */
const LinksApp = () => (
  <Page.Protect permissions={SEE_LINKS}>
    <OnePage section={useText()('links.title')} path={`/${LINKS_ROUTE}`}>
      <LinksPage />
    </OnePage>
  </Page.Protect>
);

export default LinksApp;
