import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

export const pseoCampaignLayout: Layout = {
  uid: UIDS.pseoCampaign,
  mainField: 'name',
  list: { columns: ['name', 'website', 'slugTemplate', 'updatedAt'], sort: ['name', 'ASC'], pageSize: 20 },
  form: [
    halves('name', 'website'),
    halves('slugTemplate', 'targetSlugTemplate'),
    [['htmlTemplate', 12]],
    halves('metaTitleTemplate', 'metaDescriptionTemplate'),
    [['internalLinks', 12]],
  ],
  fields: {
    name: { label: 'Name', placeholder: 'Coffee delivery by city' },
    website: { label: 'Website', description: 'Where the pages of this campaign appear.' },
    slugTemplate: {
      label: 'Slug template',
      description:
        'Makes the address of each new page. Pages that are there already keep theirs until you regenerate slugs.',
      placeholder: 'coffee-delivery/{{ city }}',
    },
    targetSlugTemplate: {
      label: 'Target slug template',
      description:
        'Makes the address that each new page leads to. If you leave it empty, it is the page’s own.',
      placeholder: 'shop/delivery/{{ city }}',
    },
    htmlTemplate: {
      label: 'Page template',
      description: 'The text of every page as HTML, with variables such as {{ city }}.',
    },
    metaTitleTemplate: {
      label: 'Meta title template',
      description: 'The headline of every page in search results.',
      placeholder: 'Coffee delivery in {{ city }}',
    },
    metaDescriptionTemplate: {
      label: 'Meta description template',
      description: 'The text below the headline in search results.',
    },
    internalLinks: {
      label: 'Internal links',
      description: 'Keywords that become links on every page of this campaign.',
    },
  },
};

export const pseoPageLayout: Layout = {
  uid: UIDS.pseoPage,
  mainField: 'slug',
  list: {
    columns: ['slug', 'campaign', 'targetSlug', 'updatedAt'],
    sort: ['updatedAt', 'DESC'],
    pageSize: 50,
  },
  form: [
    [['campaign', 12]],
    [['variables', 12]],
    halves('slug', 'targetSlug'),
    [['html', 12]],
    halves('metaTitle', 'metaDescription'),
    [['internalLinks', 12]],
  ],
  fields: {
    campaign: { label: 'Campaign', description: 'Its templates make the page. It also says the website.' },
    variables: {
      label: 'Variables',
      description: 'Names and texts for the templates, such as { "city": "Berlin" }.',
    },
    slug: {
      label: 'Slug',
      description:
        'The address of the page on its website. If you leave it empty, it is made from the campaign’s template.',
      placeholder: 'coffee-delivery/berlin',
    },
    targetSlug: {
      label: 'Target slug',
      description:
        'The address that the page leads to. If you leave it empty, it is made from the campaign’s template.',
    },
    html: { label: 'Text of its own', description: 'HTML that replaces what the campaign’s template makes.' },
    metaTitle: { label: 'Meta title', description: 'Replaces what the campaign’s template makes.' },
    metaDescription: {
      label: 'Meta description',
      description: 'Replaces what the campaign’s template makes.',
    },
    internalLinks: {
      label: 'Internal links',
      description: 'Come before those of the campaign; for the same keyword they replace them.',
    },
  },
};
