import { Page } from '@strapi/strapi/admin';
import { OPEN_BIN } from '../shared/permissions';
import { OnePage } from '../shared/NotFound';
import { useText } from '../shared/text';
import { BinPage } from './BinPage';
import { BIN_ROUTE } from './paths';

/** The page "Bin" in the main navigation. */
const BinApp = () => (
  <Page.Protect permissions={OPEN_BIN}>
    <OnePage section={useText()('bin.title')} path={`/${BIN_ROUTE}`}>
      <BinPage />
    </OnePage>
  </Page.Protect>
);

export default BinApp;
