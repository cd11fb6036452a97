import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { useKeyPermissions } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { WEBSITE } from '../../shared/uids';
import { connectPath } from '../../shared/website-paths';
import { useWebsites } from '../../shared/useWebsites';
import type { PanelProps } from '../panel';
import { KeySection } from './KeySection';

/** Beside a website's form: its API key, masked until an editor with the permission reveals it. */
export const WebsiteKeyPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  if (model !== WEBSITE) return null;
  return {
    title: text('website-key.title'),
    content:
      documentId && document ? (
        <KeyOfSaved key={documentId} documentId={documentId} />
      ) : (
        <Typography textColor="neutral600">{text('website-key.unsaved')}</Typography>
      ),
  };
};

const KeyOfSaved = ({ documentId }: { documentId: string }) => {
  const text = useText();
  const { isLoading, mayReveal, mayRotate } = useKeyPermissions();
  const { answer, reload } = useWebsites();
  const website = answer?.data.find((one) => one.documentId === documentId);

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('website-key.about')}</Typography>
      {!isLoading && website?.keys && (
        <KeySection
          website={website}
          keys={website.keys}
          mayReveal={mayReveal}
          mayRotate={mayRotate}
          onChanged={reload}
        />
      )}
      <LinkButton tag={NavLink} to={connectPath(documentId)} variant="tertiary">
        {text('website-key.connect')}
      </LinkButton>
    </Flex>
  );
};
