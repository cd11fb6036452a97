import type { ComponentType } from 'react';
import { Code } from '@strapi/icons';
import { PLUGIN_ID, textOf } from '../../shared/plugin-id';
import { prefetchHtmlEditor } from './load';

/** The custom field for HTML. Its input is small; the editor itself is loaded when a form shows it. */
export const htmlField = {
  name: 'html',
  pluginId: PLUGIN_ID,
  type: 'text' as const,
  icon: Code,
  intlLabel: textOf('html-editor.field.label'),
  intlDescription: textOf('html-editor.field.description'),
  components: {
    Input: async () => {
      // Both at once: the input is of no use without the editor.
      prefetchHtmlEditor();
      const { default: HtmlInput } = await import('./HtmlInput');
      return { default: HtmlInput as ComponentType };
    },
  },
  options: {},
};
