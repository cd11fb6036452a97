import {
  asTexts,
  withFieldTexts,
} from '../../../../src/plugins/content-delivery/admin/src/around-strapi/field-texts';

const inGerman = (words: string): string =>
  ({ Title: 'Titel', Keyword: 'Keyword', 'Plain text.': 'Reiner Text.' })[words] ?? words;

describe('names and help of fields, in the language of the panel', () => {
  it('are those of the form, of components and of what looks up the name of a field', () => {
    const title = { name: 'title', label: 'Title', hint: 'Plain text.', placeholder: 'Title' };
    const view = {
      layout: {
        layout: [[[title, { name: 'own', label: 'What an administrator wrote' }]]],
        components: {
          'pseo.link': {
            layout: [[{ name: 'keyword', label: 'Keyword', hint: 'Plain text.' }]],
            settings: 1,
          },
        },
        metadatas: { title: { label: 'Title', description: 'Plain text.' } },
        settings: 2,
      },
      query: 3,
    };
    expect(withFieldTexts(view, inGerman)).toEqual({
      layout: {
        layout: [
          [
            [
              { name: 'title', label: 'Titel', hint: 'Reiner Text.', placeholder: 'Title' },
              { name: 'own', label: 'What an administrator wrote' },
            ],
          ],
        ],
        components: {
          'pseo.link': {
            layout: [[{ name: 'keyword', label: 'Keyword', hint: 'Reiner Text.' }]],
            settings: 1,
          },
        },
        metadatas: { title: { label: 'Titel', description: 'Reiner Text.' } },
        settings: 2,
      },
      query: 3,
    });
    // Strapi keeps the view it gave; it must not be written into.
    expect(view.layout.layout[0]?.[0]?.[0]?.label).toBe('Title');
  });

  it('are looked up in headings and filters of lists, and shown as they are stored where no catalogue has them', () => {
    const own = { name: 'readersSee', label: { id: 'other', defaultMessage: 'Other' } };
    expect(asTexts([{ name: 'title', label: 'Title' }, own])).toEqual([
      { name: 'title', label: { id: 'content-delivery.field.Title', defaultMessage: 'Title' } },
      own,
    ]);
  });
});
