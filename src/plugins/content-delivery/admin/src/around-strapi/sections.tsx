import type { ComponentType } from 'react';
import { ArrowsCounterClockwise, Calendar, Clock, Globe, Link, Stack, Trash } from '@strapi/icons';
import { Page, type StrapiApp } from '@strapi/strapi/admin';
import { CALENDAR_ROUTE } from '../calendar/paths';
import { LINKS_ROUTE } from '../links/paths';
import { PSEO_ROUTE } from '../pseo/paths';
import { REPLACEMENTS_ROUTE } from '../replacements/paths';
import { OnePage } from '../shared/NotFound';
import {
  OPEN_BIN,
  READ_POSTS,
  READ_WEBSITES,
  REPLACE_POSTS,
  SEE_ACTIVITY,
  SEE_LINKS,
  USE_PSEO,
} from '../shared/permissions';
import { PLUGIN_ID, textOf } from '../shared/plugin-id';
import { useText } from '../shared/text';
import { WEBSITES_ROUTE } from '../shared/website-paths';

type MenuLink = Parameters<StrapiApp['addMenuLink']>[0];

interface Section {
  to: string;
  icon: MenuLink['icon'];
  /** The key of its name. */
  name: string;
  permissions: { action: string; subject: string | null }[];
  Content(): Promise<ComponentType>;
  /** Whether it has addresses below its own. */
  hasPages?: boolean;
}

/** The plugin's sections, in the order of a working day. */
const SECTIONS: readonly Section[] = [
  {
    to: CALENDAR_ROUTE,
    icon: Calendar,
    name: 'calendar.title',
    permissions: READ_POSTS,
    Content: async () => (await import('../calendar/CalendarPage')).CalendarPage,
  },
  {
    to: PSEO_ROUTE,
    icon: Stack,
    name: 'pseo.title',
    permissions: USE_PSEO,
    Content: async () => (await import('../pseo/PseoApp')).PseoApp,
    hasPages: true,
  },
  {
    to: LINKS_ROUTE,
    icon: Link,
    name: 'links.title',
    permissions: SEE_LINKS,
    Content: async () => (await import('../links/LinksPage')).LinksPage,
  },
  {
    to: REPLACEMENTS_ROUTE,
    icon: ArrowsCounterClockwise,
    name: 'replace.title',
    permissions: REPLACE_POSTS,
    Content: async () => (await import('../replacements/ReplacementsPage')).ReplacementsPage,
  },
  {
    to: WEBSITES_ROUTE,
    icon: Globe,
    name: 'websites.title',
    permissions: READ_WEBSITES,
    Content: async () => (await import('../websites/WebsitesApp')).WebsitesApp,
    hasPages: true,
  },
  {
    to: `plugins/${PLUGIN_ID}/activity`,
    icon: Clock,
    name: 'activity.title',
    permissions: SEE_ACTIVITY,
    Content: async () => (await import('../activity/ActivityPage')).ActivityPage,
  },
  {
    to: `plugins/${PLUGIN_ID}/bin`,
    icon: Trash,
    name: 'bin.title',
    permissions: OPEN_BIN,
    Content: async () => (await import('../bin/BinPage')).BinPage,
  },
];

/** A section for who may see it. */
const sectionOf = ({ to, name, permissions, hasPages = false }: Section, Content: ComponentType) =>
  function ProtectedSection() {
    const title = useText()(name);
    return (
      <Page.Protect permissions={permissions}>
        {hasPages ? (
          <Content />
        ) : (
          <OnePage section={title} path={`/${to}`}>
            <Content />
          </OnePage>
        )}
      </Page.Protect>
    );
  };

/** Strapi's content manager is at 1, what comes next of its own at 2. */
const BEHIND_THE_CONTENT_MANAGER = 1;

/** Puts the sections into the main navigation, all together. */
export const addSections = (app: Pick<StrapiApp, 'addMenuLink'>): void =>
  SECTIONS.forEach((section, index) =>
    app.addMenuLink({
      to: section.to,
      icon: section.icon,
      intlLabel: textOf(section.name),
      permissions: section.permissions as MenuLink['permissions'],
      position: BEHIND_THE_CONTENT_MANAGER + (index + 1) / (SECTIONS.length + 1),
      Component: async () => ({ default: sectionOf(section, await section.Content()) }),
    }),
  );
