import type { ComponentProps, ReactNode } from 'react';
import { Flex } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';

type Header = ComponentProps<typeof Layouts.Header>;

interface Props {
  title: string;
  subtitle?: string | undefined;
  action?: Header['primaryAction'];
  navigation?: Header['navigationAction'];
  /** Between the parts of the page, on the scale of the design system. */
  gap?: 4 | 5;
  children: ReactNode;
}

/** The frame of a screen of the plugin. */
export const PanelPage = ({ title, subtitle, action, navigation, gap = 4, children }: Props) => (
  <Layouts.Root>
    <Page.Title>{title}</Page.Title>
    <Page.Main>
      <Layouts.Header
        title={title}
        subtitle={subtitle}
        primaryAction={action}
        navigationAction={navigation}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={gap} paddingBottom={8}>
          {children}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  </Layouts.Root>
);
