import apiKey from './api-key/schema.json';
import drip from './drip/schema.json';
import fileWebsite from './file-website/schema.json';
import importFinding from './import-finding/schema.json';
import importRow from './import-row/schema.json';
import pageImport from './import/schema.json';
import job from './job/schema.json';
import movedEntry from './moved-entry/schema.json';
import preview from './preview/schema.json';
import purgeTarget from './purge-target/schema.json';
import queuedPage from './queued-page/schema.json';
import revision from './revision/schema.json';
import unsavedWork from './unsaved-work/schema.json';
import webhook from './webhook/schema.json';

export default {
  'api-key': { schema: apiKey },
  drip: { schema: drip },
  'file-website': { schema: fileWebsite },
  import: { schema: pageImport },
  'import-finding': { schema: importFinding },
  'import-row': { schema: importRow },
  job: { schema: job },
  'moved-entry': { schema: movedEntry },
  preview: { schema: preview },
  'purge-target': { schema: purgeTarget },
  'queued-page': { schema: queuedPage },
  revision: { schema: revision },
  'unsaved-work': { schema: unsavedWork },
  webhook: { schema: webhook },
};
