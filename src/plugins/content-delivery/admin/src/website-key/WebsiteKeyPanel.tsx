import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { useKeyPermissions } from '../permissions';
import { textId } from '../plugin-id';
import { useText } from '../text';
import { WEBSITE } from '../uids';
import { connectPath } from '../websites/paths';
import { KeyField } from './KeyField';

interface PanelProps {
  model: string;
  documentId?: string;
  document?: { apiKey?: string };
}

/** Beside a website's form: its API key, masked until somebody who may asks for it. */
export const WebsiteKeyPanel = ({ model, documentId, document }: PanelProps) => {
  const { formatMessage } = useIntl();
  if (model !== WEBSITE) return null;
  return {
    title: formatMessage({ id: textId('website-key.title') }),
    content: <WebsiteKey documentId={documentId} mask={document?.apiKey} />,
  };
};

const WebsiteKey = ({ documentId, mask }: { documentId?: string; mask?: string }) => {
  const text = useText();
  const { isLoading, mayReveal } = useKeyPermissions();

  if (!documentId || !mask)
    return <Typography textColor="neutral600">{text('website-key.unsaved')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('website-key.about')}</Typography>
      {!isLoading && <KeyField key={mask} documentId={documentId} mask={mask} mayReveal={mayReveal} />}
      <LinkButton tag={NavLink} to={connectPath(documentId)} variant="tertiary">
        {text('website-key.connect')}
      </LinkButton>
    </Flex>
  );
};
