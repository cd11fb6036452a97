import { Page } from '@strapi/strapi/admin';
import { Route, Routes } from 'react-router-dom';
import { USE_PSEO } from '../shared/permissions';
import { DripPage } from './drip/DripPage';
import { ImportPage } from './import/ImportPage';
import { ImportsPage } from './import/ImportsPage';
import { OverviewPage } from './overview/OverviewPage';
import { PagesPage } from './pages/PagesPage';

/** The section "pSEO pages" in the main navigation. */
const PseoApp = () => (
  <Page.Protect permissions={USE_PSEO}>
    <Routes>
      <Route index element={<OverviewPage />} />
      <Route path="pages" element={<PagesPage />} />
      <Route path="imports" element={<ImportsPage />} />
      <Route path="imports/:documentId" element={<ImportPage />} />
      <Route path="drips/:campaign" element={<DripPage />} />
    </Routes>
  </Page.Protect>
);

export default PseoApp;
