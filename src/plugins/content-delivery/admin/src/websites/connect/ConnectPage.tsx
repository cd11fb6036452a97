import { Box, LinkButton, Tabs } from '@strapi/design-system';
import { Feather } from '@strapi/icons';
import { NavLink, useSearchParams } from 'react-router-dom';
import { contentManager } from '../../shared/content-manager';
import { useContentPermissions, useKeyPermissions } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { prefilledWebsite } from '../../edit-view/website-of-new-entry/prefilled';
import { OneWebsitePage } from '../OneWebsitePage';
import { PreviewSetUp } from './previews/PreviewSetUp';
import { SetUp } from './SetUp';
import { TryIt } from './try-it/TryIt';

const VIEWS = ['set-up', 'try-it', 'previews'] as const;

/** Everything that a front end needs to read a website: its key, code to start with, and the routes to try out. */
export const ConnectPage = () => {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const keys = useKeyPermissions();
  const { isLoading, mayWritePost } = useContentPermissions();
  const title = (website: string) => text('connect.title', { website });
  const view = VIEWS.find((one) => one === search.get('view')) ?? 'set-up';

  return (
    <OneWebsitePage
      isLoading={keys.isLoading || isLoading}
      title={title}
      subtitle={text('connect.subtitle')}
      action={(website) =>
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
    >
      {({ website, publicUrl, reload }) => (
        <Tabs.Root
          variant="simple"
          value={view}
          onValueChange={(value: string) => setSearch({ view: value }, { replace: true })}
        >
          <Tabs.List aria-label={title(website.name)}>
            {VIEWS.map((one) => (
              <Tabs.Trigger key={one} value={one}>
                {text(`connect.view.${one}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Box paddingTop={4}>
            <Tabs.Content value="set-up">
              <SetUp website={website} server={publicUrl} keyPermissions={keys} onChanged={reload} />
            </Tabs.Content>
            <Tabs.Content value="try-it">
              <TryIt website={website} mayReveal={keys.mayReveal} />
            </Tabs.Content>
            <Tabs.Content value="previews">
              <PreviewSetUp website={website} mayReveal={keys.mayReveal} />
            </Tabs.Content>
          </Box>
        </Tabs.Root>
      )}
    </OneWebsitePage>
  );
};
