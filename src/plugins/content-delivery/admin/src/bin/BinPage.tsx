import { useState } from 'react';
import { Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { BinList, BinnedEntry, BringBackResult } from '../../../contracts/bin';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { useSend } from '../shared/api/use-send';
import { contentManager } from '../shared/content-manager';
import { useList } from '../shared/lists';
import { Notice } from '../shared/Notice';
import { PartsPager } from '../shared/PartsPager';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { CAMPAIGN } from '../shared/uids';
import { Confirm } from '../shared/Confirm';
import { ShownWebsiteNote } from '../website-switch/ShownWebsiteNote';
import { BinTable } from './BinTable';
import { PanelPage } from '../shared/PanelPage';

/** Deleted posts and campaigns, and the way back. */
export const BinPage = () => {
  const website = useShownWebsite()?.documentId ?? '';
  // Another website begins with its first part.
  return <BinOf key={website} website={website} />;
};

/** That of one website, by its documentId; empty for all. */
const BinOf = ({ website }: { website: string }) => {
  const text = useText();
  const [before, setBefore] = useState('');
  const { answer, problem, isLoading, reload } = useAnswer<{ data: BinList }>(
    withQuery(`/${PLUGIN_ID}/bin`, { before, website }),
  );
  const { send, isSending, problem: refusal } = useSend();
  const [going, setGoing] = useState<BinnedEntry | null>(null);
  const [back, setBack] = useState<{ entry: BinnedEntry; result: BringBackResult } | null>(null);

  const bringBack = async (entry: BinnedEntry) => {
    const path = `/${PLUGIN_ID}/bin/${entry.documentId}/bring-back`;
    const done = await send<BringBackResult>({ method: 'post', path, body: {} });
    setBack(done && { entry, result: done.data });
    reload();
  };
  const deleteForGood = async ({ documentId }: BinnedEntry) => {
    setGoing(null);
    setBack(null);
    await send({ method: 'del', path: `/${PLUGIN_ID}/bin/${documentId}` });
    reload();
  };

  const entries = answer?.data.entries ?? [];
  return (
    <PanelPage title={text('bin.title')} subtitle={text('bin.subtitle')}>
      <ShownWebsiteNote />
      {(problem ?? refusal) !== null && <Notice tone="danger">{problem ?? refusal}</Notice>}
      {back && <BroughtBack {...back} />}
      {isLoading && <Typography textColor="neutral600">{text('loading')}</Typography>}
      {answer && entries.length === 0 && <Typography>{text('bin.empty')}</Typography>}
      {entries.length > 0 && (
        <BinTable
          entries={entries}
          isBusy={isSending}
          onBringBack={(entry) => void bringBack(entry)}
          onDelete={setGoing}
        />
      )}
      <PartsPager at={before} next={answer?.data.next} onChange={setBefore} />
      {going && (
        <Confirm
          title={text('bin.delete-for-good')}
          question={text('bin.delete-question', { name: going.name || text('no-title') })}
          confirm={text('bin.delete-for-good')}
          isDangerous
          onConfirm={() => void deleteForGood(going)}
          onClose={() => setGoing(null)}
        />
      )}
    </PanelPage>
  );
};

const BroughtBack = ({ entry, result }: { entry: BinnedEntry; result: BringBackResult }) => {
  const text = useText();
  const list = useList();
  const isCampaign = entry.type === CAMPAIGN;
  const to = isCampaign ? contentManager.campaign(entry.documentId) : contentManager.post(entry.documentId);
  return (
    <Notice
      tone={result.leftOut.length > 0 ? 'warning' : 'success'}
      action={
        <Link tag={NavLink} to={to}>
          {text('bin.open')}
        </Link>
      }
    >
      <Typography>
        {text(isCampaign ? 'bin.campaign-is-back' : 'bin.post-is-back', {
          name: entry.name || text('no-title'),
          slug: result.slug ?? '',
        })}
      </Typography>
      {result.leftOut.length > 0 && (
        <Typography>
          {text('bin.left-out', { names: list(result.leftOut.map(({ name }) => name)) })}
        </Typography>
      )}
    </Notice>
  );
};
