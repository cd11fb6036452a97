import { Page } from '@strapi/strapi/admin';
import { SEE_LINKS } from '../shared/permissions';
import { LinksPage } from './LinksPage';

/** The page "Links" in the main navigation. */
const LinksApp = () => (
  <Page.Protect permissions={SEE_LINKS}>
    <LinksPage />
  </Page.Protect>
);

export default LinksApp;
