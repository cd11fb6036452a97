import type { ComponentType } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from './plugin-id';

/** The prefix with which Strapi shows a component beside every page. */
const EVERYWHERE = 'future-global::';

/** Shows a component beside every page of the panel. */
export const showEverywhere = (
  app: Pick<StrapiApp, 'addComponents'>,
  name: string,
  Component: ComponentType,
): void => app.addComponents({ name: `${EVERYWHERE}${PLUGIN_ID}-${name}`, Component });
