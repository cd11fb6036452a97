import { Check, Clock } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { READ_POSTS } from '../shared/permissions';
import { PLUGIN_ID, textOf } from '../shared/plugin-id';

type Widgets = Extract<Parameters<StrapiApp['widgets']['register']>[0], (widgets: never) => unknown>;
type Widget = Parameters<Widgets>[0][number];

/** Figures that mean nothing to editors, and what stands behind a click elsewhere anyway. */
const LEFT_OUT = [
  'profile-info',
  'key-statistics',
  'chart-entries',
  'last-edited-entries',
  'last-published-entries',
  'deploy-now',
];

/** Puts what waits for the user in front of Strapi's widgets. For the plugin's `register`, which comes after Strapi's own. */
export const showToDo = (app: Pick<StrapiApp, 'widgets'>): void => {
  app.widgets.register((widgets: Widget[]) => [
    {
      icon: Check,
      title: textOf('home.title'),
      component: async () => (await import('./ToDo')).ToDo,
      pluginId: PLUGIN_ID,
      id: 'to-do',
      permissions: [...READ_POSTS] as Widget['permissions'],
    } as Widget,
    {
      icon: Clock,
      title: textOf('home.recent'),
      component: async () => (await import('./Recent')).Recent,
      pluginId: PLUGIN_ID,
      id: 'recent',
      permissions: [...READ_POSTS] as Widget['permissions'],
    } as Widget,
    ...widgets.filter(({ id }) => !LEFT_OUT.includes(id)),
  ]);
};
