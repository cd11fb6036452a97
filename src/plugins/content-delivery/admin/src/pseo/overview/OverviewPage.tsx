import { useState } from 'react';
import { Flex, LinkButton, Searchbar, SearchForm, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { Page } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import { contentManager } from '../../shared/content-manager';
import { Notice } from '../../shared/Notice';
import { usePagePermissions } from '../../shared/permissions';
import { useShownWebsite } from '../../shared/shown-website';
import { useText } from '../../shared/text';
import { Pages } from '../../websites/Pages';
import { ShownWebsiteNote } from '../../website-switch/ShownWebsiteNote';
import { PseoPage } from '../PseoPage';
import { importsPath } from '../paths';
import { Section } from '../../shared/Section';
import { useCampaigns } from '../use-campaigns';
import { CampaignCard } from './CampaignCard';
import { ImportsUnderWay } from './ImportsUnderWay';

const SEARCH_FROM = 6;
const PER_PAGE = 10;

/** All campaigns with their numbers, and the ways to work on their pages. */
export const OverviewPage = () => {
  const text = useText();
  const may = usePagePermissions();
  const { campaigns, problem } = useCampaigns();
  const shown = useShownWebsite();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);

  if (problem !== null) return <Page.Error content={problem} />;
  if (campaigns === null || may.isLoading) return <Page.Loading />;
  const wanted = search.trim().toLowerCase();
  const found = campaigns.filter(
    ({ name, website }) =>
      (shown === null || website.documentId === shown.documentId) &&
      [name, website.name].some((one) => one.toLowerCase().includes(wanted)),
  );
  const pageCount = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const shownPage = Math.min(page, pageCount);

  return (
    <PseoPage
      title={text('pseo.title')}
      subtitle={text('pseo.subtitle')}
      back={null}
      action={
        <Flex gap={2} wrap="wrap">
          {may.mayAddCampaign && (
            <LinkButton
              tag={NavLink}
              to={contentManager.newCampaign}
              startIcon={<Plus />}
              variant="secondary"
            >
              {text('pseo.add-campaign')}
            </LinkButton>
          )}
          {may.mayImport && campaigns.length > 0 && (
            <LinkButton tag={NavLink} to={importsPath()}>
              {text('pseo.import')}
            </LinkButton>
          )}
        </Flex>
      }
    >
      <ShownWebsiteNote />
      {may.mayImport && <ImportsUnderWay />}
      {campaigns.length === 0 && (
        <Section title={text('pseo.first.title')} about={text('pseo.first.about')}>
          <Flex tag="ol" direction="column" alignItems="stretch" gap={3}>
            {(['campaign', 'import', 'publish'] as const).map((step) => (
              <Flex tag="li" key={step} direction="column" alignItems="flex-start" gap={1}>
                <Typography fontWeight="bold">{text(`pseo.first.${step}.title`)}</Typography>
                <Typography textColor="neutral600">{text(`pseo.first.${step}.about`)}</Typography>
              </Flex>
            ))}
          </Flex>
          {!may.mayAddCampaign && <Notice tone="info">{text('pseo.first.not-allowed')}</Notice>}
        </Section>
      )}
      {campaigns.length >= SEARCH_FROM && (
        <SearchForm onSubmit={(event) => event.preventDefault()}>
          <Searchbar
            name="campaign-search"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPage(1);
            }}
            onClear={() => setSearch('')}
            clearLabel={text('clear')}
            placeholder={text('pseo.search-campaigns-placeholder')}
          >
            {text('pseo.search-campaigns')}
          </Searchbar>
        </SearchForm>
      )}
      {campaigns.length > 0 && found.length === 0 && (
        <Typography role="status" textColor="neutral600">
          {text('pseo.no-campaign-found')}
        </Typography>
      )}
      {found.slice((shownPage - 1) * PER_PAGE, shownPage * PER_PAGE).map((campaign) => (
        <CampaignCard key={campaign.documentId} campaign={campaign} may={may} />
      ))}
      {pageCount > 1 && <Pages page={shownPage} pageCount={pageCount} onChange={setPage} />}
    </PseoPage>
  );
};
