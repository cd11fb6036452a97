import { Page } from '@strapi/strapi/admin';
import { OPEN_BIN } from '../shared/permissions';
import { BinPage } from './BinPage';

/** The page "Bin" in the main navigation. */
const BinApp = () => (
  <Page.Protect permissions={OPEN_BIN}>
    <BinPage />
  </Page.Protect>
);

export default BinApp;
