import apiKey from './api-key/schema.json';
import revision from './revision/schema.json';

export default {
  'api-key': { schema: apiKey },
  revision: { schema: revision },
};
