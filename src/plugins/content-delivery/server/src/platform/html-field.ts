import type { Core } from '@strapi/strapi';

/**
 * Attributes with HTML (`"type": "customField", "customField": "plugin::content-delivery.html"`). For the server they
 * are plain texts, stored and delivered as they are; the admin panel edits them with the HTML editor.
 */
export const registerHtmlField = (strapi: Core.Strapi): void =>
  strapi.customFields.register({
    name: 'html',
    plugin: 'content-delivery',
    type: 'text',
    inputSize: { default: 12, isResizable: true },
  });
