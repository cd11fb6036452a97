import type { ComponentType } from 'react';
import { ArrowsCounterClockwise, Calendar, Clock, Globe, Link, Stack, Trash } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { ACTIVITY_ROUTE } from '../activity/paths';
import { BIN_ROUTE } from '../bin/paths';
import { CALENDAR_ROUTE } from '../calendar/paths';
import { LINKS_ROUTE } from '../links/paths';
import { PSEO_ROUTE } from '../pseo/paths';
import { REPLACEMENTS_ROUTE } from '../replacements/paths';
import {
  OPEN_BIN,
  READ_POSTS,
  READ_WEBSITES,
  REPLACE_POSTS,
  SEE_ACTIVITY,
  SEE_LINKS,
  USE_PSEO,
} from '../shared/permissions';
import { textOf } from '../shared/plugin-id';
import { WEBSITES_ROUTE } from '../shared/website-paths';

type MenuLink = Parameters<StrapiApp['addMenuLink']>[0];

interface Section {
  to: string;
  icon: MenuLink['icon'];
  name: MenuLink['intlLabel'];
  permissions: readonly unknown[];
  Component(): Promise<{ default: ComponentType }>;
}

/** The plugin's sections, in the order of a working day. */
const SECTIONS: readonly Section[] = [
  {
    to: CALENDAR_ROUTE,
    icon: Calendar,
    name: textOf('calendar.title'),
    permissions: READ_POSTS,
    Component: () => import('../calendar/CalendarApp'),
  },
  {
    to: PSEO_ROUTE,
    icon: Stack,
    name: textOf('pseo.title'),
    permissions: USE_PSEO,
    Component: () => import('../pseo/PseoApp'),
  },
  {
    to: LINKS_ROUTE,
    icon: Link,
    name: textOf('links.title'),
    permissions: SEE_LINKS,
    Component: () => import('../links/LinksApp'),
  },
  {
    to: REPLACEMENTS_ROUTE,
    icon: ArrowsCounterClockwise,
    name: textOf('replace.title'),
    permissions: REPLACE_POSTS,
    Component: () => import('../replacements/ReplacementsApp'),
  },
  {
    to: WEBSITES_ROUTE,
    icon: Globe,
    name: textOf('websites.title'),
    permissions: READ_WEBSITES,
    Component: () => import('../websites/WebsitesApp'),
  },
  {
    to: ACTIVITY_ROUTE,
    icon: Clock,
    name: textOf('activity.title'),
    permissions: SEE_ACTIVITY,
    Component: () => import('../activity/ActivityApp'),
  },
  {
    to: BIN_ROUTE,
    icon: Trash,
    name: textOf('bin.title'),
    permissions: OPEN_BIN,
    Component: () => import('../bin/BinApp'),
  },
];

/** Strapi's content manager is at 1, what comes next of its own at 2. */
const BEHIND_THE_CONTENT_MANAGER = 1;

/** Puts the sections into the main navigation, all together. */
export const addSections = (app: Pick<StrapiApp, 'addMenuLink'>): void =>
  SECTIONS.forEach(({ to, icon, name, permissions, Component }, index) =>
    app.addMenuLink({
      to,
      icon,
      intlLabel: name,
      permissions: [...permissions] as MenuLink['permissions'],
      position: BEHIND_THE_CONTENT_MANAGER + (index + 1) / (SECTIONS.length + 1),
      Component,
    }),
  );
