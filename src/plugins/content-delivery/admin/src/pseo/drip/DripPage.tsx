import { Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { Drip } from '../../../../contracts/pseo-drips';
import { usePagePermissions } from '../../shared/permissions';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useText } from '../../shared/text';
import { PseoPage } from '../PseoPage';
import { useCampaigns } from '../use-campaigns';
import { DripForm } from './DripForm';
import { DripStatus } from './DripStatus';

/** Numbers grow by themselves while the page is open. */
const LOOK_EVERY = 10_000;

/** The drip of a campaign: some of its drafts go live every day or week. */
export const DripPage = () => {
  const text = useText();
  const { campaign: id = '' } = useParams();
  const may = usePagePermissions();
  const { campaigns, problem } = useCampaigns();
  const campaign = campaigns?.find(({ documentId }) => documentId === id) ?? null;
  const drips = useAnswer<{ data: Drip[] }>(
    campaign
      ? withQuery(`/${PLUGIN_ID}/pseo-drips`, { website: campaign.website.documentId, campaign: id })
      : null,
    () => LOOK_EVERY,
  );

  if (!may.isLoading && !may.mayDrip) return <Page.NoPermissions />;
  const failed = problem ?? (drips.answer === null ? drips.problem : null);
  if (failed !== null) return <Page.Error content={failed} />;
  if (campaigns !== null && campaign === null) return <Page.Error content={text('pseo.no-campaign')} />;
  if (campaign === null || drips.answer === null) return <Page.Loading />;
  const drip = drips.answer.data[0] ?? null;

  return (
    <PseoPage
      title={text('pseo.drip.title', { campaign: campaign.name })}
      subtitle={text('pseo.drip.subtitle')}
    >
      {drip && <DripStatus drip={drip} onChanged={drips.reload} />}
      <DripForm key={drip?.documentId ?? 'new'} campaign={id} drip={drip} onChanged={drips.reload} />
    </PseoPage>
  );
};
