import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../shared/NotFound';
import { DripPage } from './drip/DripPage';
import { ImportPage } from './import/ImportPage';
import { ImportsPage } from './import/ImportsPage';
import { OverviewPage } from './overview/OverviewPage';
import { useText } from '../shared/text';
import { PSEO_PATH } from './paths';
import { PagesPage } from './pages/PagesPage';

/** The section "pSEO pages" in the main navigation. */
export const PseoApp = () => (
  <Routes>
    <Route index element={<OverviewPage />} />
    <Route path="pages" element={<PagesPage />} />
    <Route path="imports" element={<ImportsPage />} />
    <Route path="imports/:documentId" element={<ImportPage />} />
    <Route path="drips/:campaign" element={<DripPage />} />
    <Route path="*" element={<NotFound section={useText()('pseo.title')} path={PSEO_PATH} />} />
  </Routes>
);
