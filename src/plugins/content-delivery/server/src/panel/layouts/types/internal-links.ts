import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

const url = {
  label: 'Address',
  description: 'A path on the website, such as /pricing, or an address that starts with https://',
  placeholder: '/blog/brew-ratio',
};

export const internalLinkLayout: Layout = {
  uid: UIDS.internalLink,
  mainField: 'keyword',
  list: { columns: ['keyword', 'url', 'account', 'updatedAt'], sort: ['keyword', 'ASC'], pageSize: 50 },
  form: [halves('keyword', 'url'), halves('account')],
  fields: {
    keyword: {
      label: 'Keyword',
      description: 'Front ends make a link of it wherever a post has it as a whole word.',
      placeholder: 'brew ratio',
    },
    url,
    account: { label: 'Account', description: 'The link works on all websites of this account.' },
  },
};

export const pseoLinkLayout: Layout = {
  uid: UIDS.pseoLinkComponent,
  mainField: 'keyword',
  list: null,
  form: [halves('keyword', 'anchor'), [['url', 12]], halves('internal', 'nofollow')],
  fields: {
    keyword: { label: 'Keyword', description: 'The word to look for in the page.', placeholder: 'espresso' },
    anchor: { label: 'Link text', description: 'If you leave it empty, it is the keyword.' },
    url,
    internal: { label: 'Internal', description: 'Leads to a page of the same website.' },
    nofollow: { label: 'Nofollow', description: 'Asks search engines not to follow the link.' },
  },
};
