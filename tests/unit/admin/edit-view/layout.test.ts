import { withInputs } from '../../../../src/plugins/content-delivery/admin/src/edit-view/layout';

const field = (name: string, input?: string) => ({
  name,
  type: 'string',
  attribute: { type: 'string', ...(input ? { pluginOptions: { 'content-delivery': { input } } } : {}) },
});

describe('the inputs of the edit view', () => {
  it('are those that attributes name, wherever somebody has moved the fields', () => {
    const view = {
      layout: {
        layout: [[[field('title'), field('slug', 'post-slug')]], [[field('other', 'unknown')]]],
        components: { 'pseo.link': { layout: [[field('url', 'post-slug')]], settings: 2 } },
        settings: 1,
      },
      query: { a: 1 },
    };
    const changed = withInputs(view, new Set(['post-slug']));
    expect(changed).toEqual({
      layout: {
        layout: [
          [[field('title'), { ...field('slug', 'post-slug'), type: 'content-delivery.post-slug' }]],
          [[field('other', 'unknown')]],
        ],
        components: {
          'pseo.link': {
            layout: [[{ ...field('url', 'post-slug'), type: 'content-delivery.post-slug' }]],
            settings: 2,
          },
        },
        settings: 1,
      },
      query: { a: 1 },
    });
    // Strapi keeps the layout it gave; it must not be written into.
    expect(view.layout.layout[0]?.[0]?.[1]?.type).toBe('string');
  });
});
