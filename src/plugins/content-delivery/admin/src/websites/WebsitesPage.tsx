import { useState } from 'react';
import { Box, LinkButton, Searchbar, SearchForm, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { Page } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import type { WebsiteOverview } from '../../../contracts/websites';
import { contentManager } from '../shared/content-manager';
import {
  useContentPermissions,
  useKeyPermissions,
  useMayManageCaches,
  useMayManageWebhooks,
} from '../shared/permissions';
import { PanelPage } from '../shared/PanelPage';
import { useText } from '../shared/text';
import { FirstSteps } from './FirstSteps';
import { NumbersExplained } from './NumbersExplained';
import { Pages } from './Pages';
import { useWebsites } from '../shared/useWebsites';
import { WebsiteCard } from './WebsiteCard';

/** From how many websites on there is a search, and how many are shown at once. */
const SEARCH_FROM = 6;
const PER_PAGE = 20;

/** Every website that the user may see, with all that is usually done from there. */
export const WebsitesPage = () => {
  const text = useText();
  const { answer, hasFailed, reload } = useWebsites();
  const mayManageWebhooks = useMayManageWebhooks();
  const mayManageCaches = useMayManageCaches();
  const may = { ...useContentPermissions(), keys: useKeyPermissions() };
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);

  if (hasFailed) return <Page.Error content={text('websites.failed')} />;
  if (!answer || may.isLoading || may.keys.isLoading) return <Page.Loading />;
  const { data: websites } = answer;
  const found = websites.filter((website) => matches(website, search));
  const pageCount = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const shownPage = Math.min(page, pageCount);
  const shown = found.slice((shownPage - 1) * PER_PAGE, shownPage * PER_PAGE);
  const isOnlyOneNamed = ({ name }: WebsiteOverview) =>
    websites.filter((website) => website.name === name).length === 1;

  return (
    <PanelPage
      title={text('websites.title')}
      subtitle={text('websites.subtitle')}
      action={
        may.mayAddWebsite &&
        websites.length > 0 && (
          <LinkButton tag={NavLink} to={contentManager.newWebsite} startIcon={<Plus />}>
            {text('websites.add')}
          </LinkButton>
        )
      }
    >
      {websites.length === 0 ? (
        <Box background="neutral0" hasRadius shadow="tableShadow" padding={8}>
          <FirstSteps mayAddWebsite={may.mayAddWebsite} />
        </Box>
      ) : (
        <>
          {websites.length >= SEARCH_FROM && (
            <SearchForm onSubmit={(event) => event.preventDefault()}>
              <Searchbar
                name="website-search"
                value={search}
                onChange={(event) => {
                  setSearch(event.target.value);
                  setPage(1);
                }}
                onClear={() => setSearch('')}
                clearLabel={text('clear')}
                placeholder={text('websites.search-placeholder')}
              >
                {text('websites.search')}
              </Searchbar>
            </SearchForm>
          )}
          <Box aria-live="polite">
            {found.length === 0 && (
              <Typography textColor="neutral600">{text('websites.none-found', { search })}</Typography>
            )}
          </Box>
          {shown.map((website) => (
            <WebsiteCard
              key={website.documentId}
              website={website}
              nameForFilter={isOnlyOneNamed(website) ? website.name : null}
              mayWritePost={may.mayWritePost}
              mayReadPosts={may.mayReadPosts}
              mayReveal={may.keys.mayReveal}
              mayRotate={may.keys.mayRotate}
              mayManageWebhooks={mayManageWebhooks}
              mayManageCaches={mayManageCaches}
              onChanged={reload}
            />
          ))}
          {pageCount > 1 && <Pages page={shownPage} pageCount={pageCount} onChange={setPage} />}
          <NumbersExplained />
        </>
      )}
    </PanelPage>
  );
};

const matches = ({ name, url }: WebsiteOverview, search: string): boolean =>
  [name, url ?? ''].some((value) => value.toLowerCase().includes(search.trim().toLowerCase()));
