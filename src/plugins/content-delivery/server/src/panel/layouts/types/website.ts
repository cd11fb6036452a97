import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

export const websiteLayout: Layout = {
  uid: UIDS.website,
  mainField: 'name',
  list: {
    columns: ['name', 'url', 'account', 'updatedAt'],
    sort: ['name', 'ASC'],
    pageSize: 20,
  },
  form: [
    halves('name', 'url'),
    halves('kind', 'scheduledPosts'),
    halves('account', 'editors'),
    halves('language'),
    [['description', 12]],
    halves('image'),
    [['previewUrl', 12]],
    [['apiKey', 12]],
  ],
  fields: {
    name: { label: 'Name', placeholder: 'Harbour Roasters' },
    url: {
      label: 'Address',
      description: 'Where readers find the website.',
      placeholder: 'https://www.example.com',
    },
    kind: {
      label: 'Built with',
    },
    scheduledPosts: {
      label: 'Scheduled posts',
    },
    language: {
      label: 'Language',
      description: 'Of its texts, as a code. A post in another language says so itself.',
      placeholder: 'en',
    },
    description: {
      label: 'Description',
      description: 'Plain text, for front ends that introduce the website, as feeds and search results do.',
    },
    image: {
      label: 'Picture',
      description: 'Shown for the website where it is shared, unless a post has one of its own.',
    },
    account: {
      label: 'Account',
      description:
        'Its internal links work on this website. If you leave it empty, it is the only account there is.',
    },
    editors: {
      label: 'Editors',
      description: 'Who may work on this website, for roles that are limited to listed websites.',
    },
    previewUrl: {
      label: 'Preview address',
      description:
        'Where the website shows drafts to editors. {token} is what opens the draft; {type} and {slug} say which it is. If you leave it empty, there are no previews. “Connect” on the page Websites has code for it.',
      placeholder: 'https://www.example.com/api/preview?type={type}&slug={slug}&token={token}',
    },
    apiKey: {
      label: 'API key',
      description:
        'Made when the website is saved, unless its front end has one already. Rotated and replaced beside the form.',
    },
  },
};
