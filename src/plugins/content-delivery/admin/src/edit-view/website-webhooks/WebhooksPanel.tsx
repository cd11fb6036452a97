import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { useMayManageWebhooks } from '../../shared/permissions';
import { textId } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { WEBSITE } from '../../shared/uids';
import { webhooksPath } from '../../shared/website-paths';

interface PanelProps {
  model: string;
  documentId?: string;
  document?: object;
}

/** Beside a website's form: the way to its webhooks. */
export const WebhooksPanel = ({ model, documentId, document }: PanelProps) => {
  const { formatMessage } = useIntl();
  const mayManage = useMayManageWebhooks();
  if (model !== WEBSITE || !mayManage || !documentId || document === undefined) return null;
  return {
    title: formatMessage({ id: textId('webhooks.panel.title') }),
    content: <WayToWebhooks documentId={documentId} />,
  };
};

const WayToWebhooks = ({ documentId }: { documentId: string }) => {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('webhooks.panel.about')}</Typography>
      <LinkButton tag={NavLink} to={webhooksPath(documentId)} variant="tertiary">
        {text('webhooks.panel.open')}
      </LinkButton>
    </Flex>
  );
};
