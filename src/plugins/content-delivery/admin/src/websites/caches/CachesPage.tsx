import { useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import { MANAGE_PURGE_TARGETS } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { useAnswer } from '../../shared/api/use-answer';
import { receiversRoute } from '../receivers/routes';
import { WebsitePartPage } from '../WebsitePartPage';
import { TargetCard } from './TargetCard';
import { TargetDialog } from './TargetDialog';

/** Milliseconds between two looks: caches are purged while the page is open. */
const LOOK_EVERY = 5_000;

/** The caches in front of a website, and their latest purges. */
export const CachesPage = () => (
  <Page.Protect permissions={MANAGE_PURGE_TARGETS}>
    <CachesOfWebsite />
  </Page.Protect>
);

const CachesOfWebsite = () => {
  const text = useText();
  const { documentId = '' } = useParams();
  const route = receiversRoute(documentId, 'purge-targets');
  const { answer, problem, reload } = useAnswer<{ data: PurgeTarget[] }>(route, () => LOOK_EVERY);
  const [isAdding, setAdding] = useState(false);

  return (
    <WebsitePartPage
      title={(website) => text('caches.title', { website })}
      subtitle={text('caches.subtitle')}
      addLabel={text('caches.add')}
      onAdd={() => setAdding(true)}
      problem={problem}
      none={answer?.data.length === 0 ? text('caches.none') : null}
      dialogs={
        isAdding && (
          <TargetDialog
            route={route}
            onClose={() => setAdding(false)}
            onSaved={() => {
              setAdding(false);
              reload();
            }}
          />
        )
      }
    >
      {answer?.data.map((target) => (
        <TargetCard key={target.documentId} routes={route} target={target} onChanged={reload} />
      ))}
    </WebsitePartPage>
  );
};
