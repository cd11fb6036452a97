import type { ReactNode } from 'react';
import { Link } from '@strapi/design-system';
import { ArrowLeft } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { useText } from '../shared/text';
import { PSEO_PATH } from './paths';
import { PanelPage } from '../shared/PanelPage';

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
    <PanelPage
      title={title}
      subtitle={subtitle}
      action={action}
      navigation={
        way && (
          <Link tag={NavLink} to={way.to} startIcon={<ArrowLeft />}>
            {way.label}
          </Link>
        )
      }
    >
      {children}
    </PanelPage>
  );
};
