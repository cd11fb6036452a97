import { UIDS } from '../../../platform/uids';
import type { Layout } from '../layout';

export const postLayout: Layout = {
  uid: UIDS.post,
  mainField: 'title',
  list: {
    columns: ['title', 'website', 'publishDate', 'createdBy'],
    sort: ['updatedAt', 'DESC'],
    pageSize: 20,
  },
  form: [
    [['title', 12]],
    [
      ['website', 6],
      ['slug', 6],
    ],
    [['content', 12]],
    [
      ['category', 6],
      ['tags', 6],
    ],
    [
      ['author', 6],
      ['language', 6],
    ],
    [
      ['featuredImage', 6],
      ['featuredImageUrl', 6],
    ],
    [
      ['metaTitle', 6],
      ['metaDescription', 6],
    ],
    [
      ['scheduleDate', 6],
      ['publishDate', 6],
    ],
  ],
  fields: {
    title: { label: 'Title', placeholder: 'Dialling in espresso in four shots' },
    website: { label: 'Website' },
    slug: {
      label: 'Slug',
      placeholder: 'dialling-in-espresso',
    },
    content: { label: 'Content' },
    category: { label: 'Category' },
    tags: { label: 'Tags', description: 'Readers see them in this order.' },
    author: { label: 'Author' },
    featuredImage: { label: 'Featured image', description: 'Shown above the post and in lists.' },
    featuredImageUrl: {
      label: 'Address of an image elsewhere',
      description: 'Used when no featured image is uploaded. Starts with https://',
      placeholder: 'https://images.example.com/espresso.jpg',
    },
    metaTitle: {
      label: 'Meta title',
      description: 'The headline in search results.',
    },
    metaDescription: {
      label: 'Meta description',
      description: 'The text below the headline in search results.',
    },
    language: {
      label: 'Language',
      description: 'Only where it is not the one of the website.',
      placeholder: 'pt-BR',
    },
    scheduleDate: {
      label: 'Schedule date',
    },
    publishDate: {
      label: 'Publication date',
    },
  },
};
