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
    website: {
      label: 'Website',
      description: 'Where the post appears. Its category and tags belong to the same website.',
    },
    slug: {
      label: 'Slug',
      description: 'The last part of the post’s address. Left empty it is made from the title.',
      placeholder: 'dialling-in-espresso',
    },
    content: { label: 'Content', description: 'The text of the post, as HTML.' },
    category: { label: 'Category', description: 'At most one, of the same website.' },
    tags: { label: 'Tags', description: 'Any number, of the same website. Readers see them in this order.' },
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
    scheduleDate: {
      label: 'Schedule date',
      description: 'From when on readers see the post, once it is published. Left empty: at once.',
    },
    publishDate: {
      label: 'Publication date',
      description: 'Left empty it is when the post is first published.',
    },
  },
};
