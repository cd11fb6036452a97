import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

export const accountLayout: Layout = {
  uid: UIDS.account,
  mainField: 'name',
  list: { columns: ['name', 'websites', 'internalLinks', 'updatedAt'], sort: ['name', 'ASC'], pageSize: 20 },
  form: [[['name', 12]], halves('websites', 'internalLinks')],
  fields: {
    name: { label: 'Name', placeholder: 'Harbour Coffee Ltd' },
    websites: { label: 'Websites', description: 'They share the internal links of this account.' },
    internalLinks: {
      label: 'Internal links',
      description: 'Keywords that all websites of this account turn into links.',
    },
  },
};
