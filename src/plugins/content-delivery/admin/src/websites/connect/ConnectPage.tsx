import { Box, LinkButton, Tabs } from '@strapi/design-system';
import { Feather } from '@strapi/icons';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { NavLink, useParams, useSearchParams } from 'react-router-dom';
import { contentManager } from '../../shared/content-manager';
import { useContentPermissions, useKeyPermissions } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { prefilledWebsite } from '../../edit-view/website-of-new-entry/prefilled';
import { WEBSITES_PATH } from '../../shared/website-paths';
import { useWebsites } from '../../shared/useWebsites';
import { PreviewSetUp } from './previews/PreviewSetUp';
import { SetUp } from './SetUp';
import { TryIt } from './try-it/TryIt';

const VIEWS = ['set-up', 'try-it', 'previews'] as const;

/** Everything that a front end needs to read a website: its key, code to start with, and the routes to try out. */
export const ConnectPage = () => {
  const text = useText();
  const { documentId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { state, reload } = useWebsites();
  const keys = useKeyPermissions();
  const { isLoading, mayWritePost } = useContentPermissions();

  if (state.status === 'failed') return <Page.Error content={text('websites.failed')} />;
  if (state.status === 'loading' || keys.isLoading || isLoading) return <Page.Loading />;
  const website = state.answer.data.find((one) => one.documentId === documentId);
  if (!website) return <Page.NoData content={text('connect.unknown')} />;
  const view = VIEWS.find((one) => one === search.get('view')) ?? 'set-up';

  return (
    <Layouts.Root>
      <Page.Title>{text('connect.title', { website: website.name })}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={text('connect.title', { website: website.name })}
          subtitle={text('connect.subtitle')}
          navigationAction={<BackButton fallback={WEBSITES_PATH} />}
          primaryAction={
            mayWritePost && (
              <LinkButton
                tag={NavLink}
                to={contentManager.newPost}
                state={prefilledWebsite(website)}
                variant="secondary"
                startIcon={<Feather />}
              >
                {text('websites.write-post')}
              </LinkButton>
            )
          }
        />
        <Layouts.Content>
          <Tabs.Root
            variant="simple"
            value={view}
            onValueChange={(value: string) => setSearch({ view: value }, { replace: true })}
          >
            <Tabs.List aria-label={text('connect.title', { website: website.name })}>
              {VIEWS.map((one) => (
                <Tabs.Trigger key={one} value={one}>
                  {text(`connect.view.${one}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Box paddingTop={4} paddingBottom={8}>
              <Tabs.Content value="set-up">
                <SetUp
                  website={website}
                  server={state.answer.meta.publicUrl}
                  keyPermissions={keys}
                  onChanged={() => void reload()}
                />
              </Tabs.Content>
              <Tabs.Content value="try-it">
                <TryIt website={website} mayReveal={keys.mayReveal} />
              </Tabs.Content>
              <Tabs.Content value="previews">
                <PreviewSetUp website={website} mayReveal={keys.mayReveal} />
              </Tabs.Content>
            </Box>
          </Tabs.Root>
        </Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
};
