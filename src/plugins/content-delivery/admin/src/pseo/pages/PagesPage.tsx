import { useEffect, useRef } from 'react';
import { Page } from '@strapi/strapi/admin';
import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { NavLink, useSearchParams } from 'react-router-dom';
import { PAGE_STATES, type PageCounts, type PageFilter, type PageState } from '../../../../panel-contract';
import { Notice } from '../../Notice';
import { usePagePermissions } from '../../permissions';
import { PLUGIN_ID } from '../../plugin-id';
import { withQuery } from '../../panel-api/queries';
import { useAnswer } from '../../panel-api/use-answer';
import { useText } from '../../text';
import { importsPath } from '../paths';
import { PseoPage } from '../PseoPage';
import { SlugsButton } from '../slugs/SlugsButton';
import { useCampaigns, websitesOf } from '../use-campaigns';
import { Filters } from './Filters';
import { Jobs } from './Jobs';
import { PageTable } from './PageTable';
import { isUnderWay, usePageJobs } from './use-page-jobs';

/** Pages of a website by campaign and state, and changes of many of them at once. */
export const PagesPage = () => {
  const text = useText();
  const may = usePagePermissions();
  const [parameters, setParameters] = useSearchParams();
  const { campaigns, problem } = useCampaigns();
  const websites = websitesOf(campaigns ?? []);
  const website =
    websites.find(({ documentId }) => documentId === parameters.get('website')) ?? websites[0] ?? null;
  const ofWebsite = (campaigns ?? []).filter((one) => one.website.documentId === website?.documentId);
  const campaign = ofWebsite.find(({ documentId }) => documentId === parameters.get('campaign')) ?? null;
  const state = PAGE_STATES.find((one) => one === parameters.get('state'));
  const search = parameters.get('search') ?? '';
  const filter: PageFilter = {
    website: website?.documentId ?? '',
    ...(campaign && { campaign: campaign.documentId }),
    ...(search && { search }),
  };

  const jobs = usePageJobs(website?.documentId ?? null);
  const counts = useAnswer<{ data: PageCounts }>(
    website ? withQuery(`/${PLUGIN_ID}/pseo-pages/counts`, { ...filter }) : null,
  );
  // What a job has changed is shown when it ends.
  const working = (jobs.answer?.data ?? []).filter(isUnderWay).length;
  const before = useRef(working);
  const ended = useRef(0);
  if (working < before.current) ended.current += 1;
  const { reload } = counts;
  useEffect(() => {
    if (working < before.current) reload();
    before.current = working;
  }, [working, reload]);

  if (problem !== null) return <Page.Error content={problem} />;
  if (campaigns === null || may.isLoading) return <Page.Loading />;
  if (!may.mayList) return <Page.NoPermissions />;

  const set = (changes: Partial<Record<'website' | 'campaign' | 'state' | 'search', string>>) => {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParameters(next, { replace: true });
  };

  return (
    <PseoPage
      title={text('pseo.list.title')}
      subtitle={website?.name}
      action={
        <Flex gap={2} wrap="wrap">
          {campaign && may.mayRename && (
            <SlugsButton campaign={campaign} mayPublish={may.mayPublish} onStarted={jobs.reload} />
          )}
          {may.mayImport && (
            <LinkButton tag={NavLink} to={importsPath(campaign?.documentId)} variant="secondary">
              {text('pseo.import')}
            </LinkButton>
          )}
        </Flex>
      }
    >
      {website === null ? (
        <Typography textColor="neutral600">{text('pseo.list.no-campaign')}</Typography>
      ) : (
        <>
          {jobs.problem !== null && <Notice tone="danger">{jobs.problem}</Notice>}
          <Jobs jobs={jobs.answer?.data ?? []} mayChange={may.mayChange} onChanged={jobs.reload} />
          <Filters
            websites={websites}
            website={website.documentId}
            campaigns={ofWebsite}
            campaign={campaign?.documentId ?? ''}
            state={state ?? ''}
            search={search}
            counts={counts.answer?.data ?? null}
            onChange={set}
          />
          <PageTable
            // Another filter begins with its first part and nothing selected.
            key={JSON.stringify([filter, state, ended.current])}
            filter={state ? { ...filter, state } : filter}
            total={totalOf(counts.answer?.data ?? null, state)}
            showsCampaign={campaign === null}
            may={may}
            onStarted={jobs.reload}
          />
        </>
      )}
    </PseoPage>
  );
};

const totalOf = (counts: PageCounts | null, state: PageState | undefined): number | null =>
  counts && counts[state ?? 'all'];
