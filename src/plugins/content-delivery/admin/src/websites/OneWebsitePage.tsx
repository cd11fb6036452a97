import type { ReactNode } from 'react';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { WebsiteOverview } from '../../../contracts/websites';
import { useText } from '../shared/text';
import { useWebsites } from '../shared/useWebsites';
import { WEBSITES_PATH } from '../shared/website-paths';

interface Loaded {
  website: WebsiteOverview;
  /** The address under which front ends reach the server. */
  publicUrl: string;
  reload(): Promise<void>;
}

interface Props {
  /** True while the page waits for something else too. */
  isLoading?: boolean;
  title(website: string): string;
  subtitle: string;
  action(website: WebsiteOverview): ReactNode;
  children(loaded: Loaded): ReactNode;
}

/** A page about the website that the address names. */
export const OneWebsitePage = ({ isLoading = false, title, subtitle, action, children }: Props) => {
  const text = useText();
  const { documentId } = useParams();
  const { state, reload } = useWebsites();

  if (state.status === 'failed') return <Page.Error content={text('websites.failed')} />;
  if (state.status === 'loading' || isLoading) return <Page.Loading />;
  const { data, meta } = state.answer;
  const website = data.find((one) => one.documentId === documentId);
  if (!website) return <Page.NoData content={text('connect.unknown')} />;

  return (
    <Layouts.Root>
      <Page.Title>{title(website.name)}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={title(website.name)}
          subtitle={subtitle}
          navigationAction={<BackButton fallback={WEBSITES_PATH} />}
          primaryAction={action(website)}
        />
        <Layouts.Content>{children({ website, publicUrl: meta.publicUrl, reload })}</Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
};
