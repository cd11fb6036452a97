import type { ReactNode } from 'react';
import { BackButton, Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { WebsiteOverview } from '../../../contracts/websites';
import { PanelPage } from '../shared/PanelPage';
import { useText } from '../shared/text';
import { useWebsites } from '../shared/useWebsites';
import { WEBSITES_PATH } from '../shared/website-paths';

interface Loaded {
  website: WebsiteOverview;
  /** The address under which front ends reach the server. */
  publicUrl: string;
  reload(): void;
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
  const { answer, hasFailed, reload } = useWebsites();

  if (hasFailed) return <Page.Error content={text('websites.failed')} />;
  if (!answer || isLoading) return <Page.Loading />;
  const { data, meta } = answer;
  const website = data.find((one) => one.documentId === documentId);
  if (!website) return <Page.NoData content={text('connect.unknown')} />;

  return (
    <PanelPage
      title={title(website.name)}
      subtitle={subtitle}
      navigation={<BackButton fallback={WEBSITES_PATH} />}
      action={action(website)}
    >
      {children({ website, publicUrl: meta.publicUrl, reload })}
    </PanelPage>
  );
};
