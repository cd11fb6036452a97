import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

export const authorLayout: Layout = {
  uid: UIDS.author,
  mainField: 'name',
  list: {
    columns: ['name', 'website', 'slug', 'updatedAt'],
    sort: ['name', 'ASC'],
    pageSize: 20,
  },
  form: [halves('name', 'website'), halves('slug', 'url'), [['bio', 12]], halves('image')],
  fields: {
    name: {
      label: 'Name',
      description: 'As readers see it beside posts.',
      placeholder: 'Corner Cup team',
    },
    website: { label: 'Website', description: 'The website whose posts can have this author.' },
    slug: {
      label: 'Slug',
      description:
        'The end of the address of the author’s page. If you leave it empty, it is made from the name.',
      placeholder: 'corner-cup-team',
    },
    url: {
      label: 'Profile elsewhere',
      description: 'A page about the author, if there is one. Starts with https://',
      placeholder: 'https://example.com/about',
    },
    bio: {
      label: 'About the author',
      description: 'A few sentences for readers, without formatting.',
    },
    image: {
      label: 'Picture',
      description: 'Describe it in the media library, for those who do not see it.',
    },
  },
};
