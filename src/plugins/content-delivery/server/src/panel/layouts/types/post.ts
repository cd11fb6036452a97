import { UIDS } from '../../../platform/uids';
import { halves, type Layout } from '../layout';

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
    halves('website', 'slug'),
    [['content', 12]],
    halves('category', 'tags'),
    halves('author', 'language'),
    halves('featuredImage', 'featuredImageUrl'),
    halves('metaTitle', 'metaDescription'),
    halves('scheduleDate', 'publishDate'),
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
