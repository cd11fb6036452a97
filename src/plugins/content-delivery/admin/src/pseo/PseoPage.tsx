import type { ReactNode } from 'react';
import { Flex, Link } from '@strapi/design-system';
import { ArrowLeft } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import { useText } from '../shared/text';
import { PSEO_PATH } from './paths';

interface Props {
  title: string;
  subtitle?: string | undefined;
  action?: ReactNode;
  /** Where the link at the top leads; the overview unless given. Null for none. */
  back?: { to: string; label: string } | null;
  children: ReactNode;
}

/** The frame of every screen of the section. */
export const PseoPage = ({ title, subtitle, action, back, children }: Props) => {
  const text = useText();
  const way = back === undefined ? { to: PSEO_PATH, label: text('pseo.title') } : back;
  return (
    <Layouts.Root>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={title}
          subtitle={subtitle}
          primaryAction={action}
          navigationAction={
            way && (
              <Link tag={NavLink} to={way.to} startIcon={<ArrowLeft />}>
                {way.label}
              </Link>
            )
          }
        />
        <Layouts.Content>
          <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
            {children}
          </Flex>
        </Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
};
