import { EmptyStateLayout, LinkButton } from '@strapi/design-system';
import { NavLink, Route, Routes } from 'react-router-dom';
import { PanelPage } from './PanelPage';
import { useText } from './text';

interface Props {
  /** The section, as its entry of the navigation calls it, and its address. */
  section: string;
  path: string;
}

/** For an address that leads to no page of a section. */
export const NotFound = ({ section, path }: Props) => {
  const text = useText();
  return (
    <PanelPage title={text('not-found.title')}>
      <EmptyStateLayout
        content={text('not-found.about')}
        action={
          <LinkButton tag={NavLink} to={path} variant="secondary">
            {text('not-found.to-section', { section })}
          </LinkButton>
        }
      />
    </PanelPage>
  );
};

/** The addresses of a section that is one page. */
export const OnePage = ({ section, path, children }: Props & { children: React.ReactNode }) => (
  <Routes>
    <Route index element={children} />
    <Route path="*" element={<NotFound section={section} path={path} />} />
  </Routes>
);
