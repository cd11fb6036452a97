import type { Core } from '@strapi/strapi';
import {
  pseoPageRule,
  slugsOfLive,
  type PageTextSources,
} from '../../../../src/plugins/content-delivery/server/src/pseo/pages/rule';
import { createTemplates } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';

describe('a blank text of a page', () => {
  const validated = async (data: Record<string, unknown>) => {
    const rule = pseoPageRule({ strapi: {} as Core.Strapi, templates: createTemplates() });
    await rule.validateInput?.({ data, kind: 'update' });
    return data;
  };

  it('is stored as none, as it is made by the template', async () => {
    expect(await validated({ html: ' \n', metaTitle: '  ', metaDescription: '' })).toEqual({
      html: null,
      metaTitle: null,
      metaDescription: null,
    });
  });

  it('is no text that is not written at all', async () => {
    const data = { html: '<p>own</p> ', metaTitle: undefined, slug: ' ' };
    expect(await validated({ ...data })).toEqual(data);
  });
});

describe('the slugs of a live page', () => {
  const TEMPLATES = {
    slugTemplate: '{{ city }}',
    targetSlugTemplate: 'shop/{{ city }}',
    htmlTemplate: '{{ text }}',
  };
  const live = async (
    variables: PageTextSources['variables'],
    campaign: PageTextSources['campaign'] = TEMPLATES,
  ) => {
    const templates = createTemplates();
    const render = jest.fn(templates.render.bind(templates));
    const page = { slug: null, targetSlug: null, html: null, metaTitle: null, metaDescription: null };
    const slugs = await slugsOfLive({ ...page, variables, campaign }, { ...templates, render });
    return { slugs, renderings: render.mock.calls.length };
  };
  const refusal = async (...given: Parameters<typeof live>) => {
    const error = (await live(...given).catch((error: unknown) => error)) as {
      message: string;
      details: { errors: { path: unknown }[] };
    };
    return [error.details.errors[0]?.path, error.message];
  };

  it('are made with all of its texts, each once', async () => {
    expect(await live({ city: 'Rome', text: 'x' })).toEqual({
      slugs: { slug: 'Rome', targetSlug: 'shop/Rome' },
      renderings: 3,
    });
  });

  it('are refused for a template that does not work, then for missing variables, then for their length', async () => {
    const broken = { ...TEMPLATES, htmlTemplate: '{{ text | no_such_filter }}' };
    const long = 'x'.repeat(300);
    expect(await refusal({ text: 'x' }, broken)).toEqual([
      ['html'],
      expect.stringContaining('does not work') as string,
    ]);
    expect(await refusal({ city: long })).toEqual([
      ['variables'],
      expect.stringContaining('needs the variable "text"') as string,
    ]);
    expect(await refusal({ city: long, text: 'x' })).toEqual([
      ['slug'],
      expect.stringContaining('longer than 255 characters') as string,
    ]);
    expect(await refusal({ city: ' ', text: 'x' })).toEqual([
      ['slug'],
      expect.stringContaining('A live page needs a slug') as string,
    ]);
  });
});
