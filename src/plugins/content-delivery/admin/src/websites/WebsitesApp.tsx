import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../shared/NotFound';
import { useText } from '../shared/text';
import { WEBSITES_PATH } from '../shared/website-paths';
import { CachesPage } from './caches/CachesPage';
import { ConnectPage } from './connect/ConnectPage';
import { ImportReportPage } from './import-report/ImportReportPage';
import { ExportPage } from './export/ExportPage';
import { WebhooksPage } from './webhooks/WebhooksPage';
import { WebsitesPage } from './WebsitesPage';

/** The plugin's page in the main navigation. */
export const WebsitesApp = () => (
  <Routes>
    <Route index element={<WebsitesPage />} />
    <Route path=":documentId" element={<ConnectPage />} />
    <Route path=":documentId/caches" element={<CachesPage />} />
    <Route path=":documentId/export" element={<ExportPage />} />
    <Route path=":documentId/import-report" element={<ImportReportPage />} />
    <Route path=":documentId/webhooks" element={<WebhooksPage />} />
    <Route path="*" element={<NotFound section={useText()('websites.title')} path={WEBSITES_PATH} />} />
  </Routes>
);
