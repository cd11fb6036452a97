import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

const list: Layout['list'] = {
  columns: ['name', 'website', 'updatedAt'],
  sort: ['name', 'ASC'],
  pageSize: 20,
};
const form: Layout['form'] = [halves('name', 'website')];

export const categoryLayout: Layout = {
  uid: UIDS.category,
  mainField: 'name',
  list,
  form,
  fields: {
    name: {
      label: 'Name',
      description: 'Front ends make the address of the category’s page from it.',
      placeholder: 'Brewing guides',
    },
    website: { label: 'Website', description: 'The website whose posts can be put in this category.' },
  },
};

export const tagLayout: Layout = {
  uid: UIDS.tag,
  mainField: 'name',
  list,
  form,
  fields: {
    name: {
      label: 'Name',
      description: 'Front ends make the address of the tag’s page from it.',
      placeholder: 'Espresso',
    },
    website: { label: 'Website', description: 'The website whose posts can have this tag.' },
  },
};
