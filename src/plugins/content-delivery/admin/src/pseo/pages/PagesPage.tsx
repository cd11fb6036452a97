import { Page } from '@strapi/strapi/admin';
import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { NavLink, useSearchParams } from 'react-router-dom';
import {
  PAGE_STATES,
  type PageCounts,
  type PageFilter,
  type PageState,
} from '../../../../contracts/pseo-pages';
import { Notice } from '../../shared/Notice';
import { usePagePermissions } from '../../shared/permissions';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useReloadOnFocus } from '../../shared/api/use-reload-on-focus';
import { useSend } from '../../shared/api/use-send';
import { useShownWebsite } from '../../shared/shown-website';
import { useText } from '../../shared/text';
import { importsPath } from '../paths';
import { PseoPage } from '../PseoPage';
import { SlugsButton } from '../slugs/SlugsButton';
import { useCampaigns, websitesOf } from '../use-campaigns';
import { Filters } from './Filters';
import { Jobs } from './Jobs';
import { PageTable } from './PageTable';
import { usePageJobs } from './use-page-jobs';

/** Pages of a website by campaign and state, and changes of many of them at once. */
export const PagesPage = () => {
  const text = useText();
  const may = usePagePermissions();
  const [parameters, setParameters] = useSearchParams();
  const { campaigns, problem } = useCampaigns();
  const websites = websitesOf(campaigns ?? []);
  const shown = useShownWebsite();
  const wanted = parameters.get('website') ?? shown?.documentId;
  const website = websites.find(({ documentId }) => documentId === wanted) ?? websites[0] ?? null;
  const ofWebsite = (campaigns ?? []).filter((one) => one.website.documentId === website?.documentId);
  const campaign = ofWebsite.find(({ documentId }) => documentId === parameters.get('campaign')) ?? null;
  const state = PAGE_STATES.find((one) => one === parameters.get('state'));
  const search = parameters.get('search') ?? '';
  const filter: PageFilter = {
    website: website?.documentId ?? '',
    ...(campaign && { campaign: campaign.documentId }),
    ...(search && { search }),
  };

  const { jobs, lastEnd, problem: jobsProblem, reload } = usePageJobs(website?.documentId ?? null);
  // Asked for when it is known which jobs have ended, and again at each end, so that what they changed is shown.
  const counts = useAnswer<{ data: PageCounts }>(
    website && lastEnd !== null ? withQuery(`/${PLUGIN_ID}/pseo-pages/counts`, { ...filter }) : null,
    undefined,
    lastEnd,
  );
  useReloadOnFocus(counts.reload);
  const sending = useSend();

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
    sending.forget();
  };

  return (
    <PseoPage
      title={text('pseo.pages')}
      subtitle={website?.name}
      action={
        <Flex gap={2} wrap="wrap">
          {campaign && may.mayRename && (
            <SlugsButton campaign={campaign} mayPublish={may.mayPublish} onSent={reload} />
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
          {jobsProblem !== null && <Notice tone="danger">{jobsProblem}</Notice>}
          {counts.problem !== null && <Notice tone="danger">{counts.problem}</Notice>}
          <Jobs jobs={jobs} mayChange={may.mayChange} onChanged={reload} />
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
          {lastEnd !== null && (
            <PageTable
              // Another filter, or the end of a job, begins with the first part and nothing selected.
              key={JSON.stringify([filter, state, lastEnd])}
              filter={state ? { ...filter, state } : filter}
              total={totalOf(counts.answer?.data ?? null, state)}
              showsCampaign={campaign === null}
              may={may}
              sending={sending}
              onSent={() => {
                reload();
                counts.reload();
              }}
            />
          )}
        </>
      )}
    </PseoPage>
  );
};

const totalOf = (counts: PageCounts | null, state: PageState | undefined): number | null =>
  counts && counts[state ?? 'all'];
