import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { SecretAnswer, WebhooksAnswer } from '../../../../contracts/webhooks';
import { MANAGE_WEBHOOKS } from '../../shared/permissions';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { useWebsites } from '../../shared/useWebsites';
import { WEBSITES_PATH } from '../../shared/website-paths';
import { useAnswer } from '../../shared/api/use-answer';
import { SecretDialog } from './SecretDialog';
import { WebhookCard } from './WebhookCard';
import { WebhookDialog } from './WebhookDialog';
import { webhooksRoute } from './routes';

/** Milliseconds between two looks: events are sent while the page is open. */
const LOOK_EVERY = 5_000;

/** The webhooks of a website, and what was sent to them. */
export const WebhooksPage = () => (
  <Page.Protect permissions={MANAGE_WEBHOOKS}>
    <WebhooksOfWebsite />
  </Page.Protect>
);

const WebhooksOfWebsite = () => {
  const text = useText();
  const { documentId = '' } = useParams();
  const { state } = useWebsites();
  const route = webhooksRoute(documentId);
  const { answer, problem, reload } = useAnswer<WebhooksAnswer>(route, () => LOOK_EVERY);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<SecretAnswer['data'] | null>(null);

  if (state.status === 'failed') return <Page.Error content={text('websites.failed')} />;
  if (state.status === 'loading') return <Page.Loading />;
  const website = state.answer.data.find((one) => one.documentId === documentId);
  if (!website) return <Page.NoData content={text('connect.unknown')} />;
  const title = text('webhooks.title', { website: website.name });

  return (
    <Layouts.Root>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={title}
          subtitle={text('webhooks.subtitle')}
          navigationAction={<BackButton fallback={WEBSITES_PATH} />}
          primaryAction={
            <Button startIcon={<Plus />} onClick={() => setAdding(true)}>
              {text('webhooks.add')}
            </Button>
          }
        />
        <Layouts.Content>
          <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
            {problem !== null && <Notice tone="danger">{problem}</Notice>}
            {answer?.data.length === 0 && <Typography>{text('webhooks.none')}</Typography>}
            {answer?.data.map((webhook) => (
              <WebhookCard
                key={webhook.documentId}
                website={documentId}
                webhook={webhook}
                onChanged={reload}
                onSecret={setMade}
              />
            ))}
          </Flex>
        </Layouts.Content>
      </Page.Main>
      {isAdding && (
        <WebhookDialog
          route={route}
          onClose={() => setAdding(false)}
          onSaved={(created) => {
            setAdding(false);
            setMade(created);
            reload();
          }}
        />
      )}
      {made && <SecretDialog secret={made.secret} onClose={() => setMade(null)} />}
    </Layouts.Root>
  );
};
