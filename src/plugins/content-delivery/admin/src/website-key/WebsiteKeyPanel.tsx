import { useState } from 'react';
import { Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { Duplicate, Eye, EyeStriked } from '@strapi/icons';
import { useFetchClient, useNotification, useRBAC } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { PLUGIN_ID, textId } from '../plugin-id';

const WEBSITE = 'api::website.website';
const PERMISSIONS = [{ action: `plugin::${PLUGIN_ID}.api-key.reveal`, subject: null }];

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
    content: <WebsiteKey key={document?.apiKey} documentId={documentId} mask={document?.apiKey} />,
  };
};

const WebsiteKey = ({ documentId, mask }: { documentId?: string; mask?: string }) => {
  const { formatMessage } = useIntl();
  const text = (key: string) => formatMessage({ id: textId(key) });
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { isLoading, allowedActions } = useRBAC(PERMISSIONS);
  const [shownKey, setShownKey] = useState<string | null>(null);

  if (!documentId || !mask)
    return <Typography textColor="neutral600">{text('website-key.unsaved')}</Typography>;

  const read = async (): Promise<string | null> => {
    try {
      const { data } = await get<{ data: { apiKey: string } }>(
        `/${PLUGIN_ID}/websites/${documentId}/api-key`,
      );
      return data.data.apiKey;
    } catch {
      toggleNotification({ type: 'danger', message: text('website-key.failed') });
      return null;
    }
  };
  const show = async () => setShownKey(await read());
  const copy = async () => {
    const key = shownKey ?? (await read());
    if (key === null) return;
    try {
      await navigator.clipboard.writeText(key);
      toggleNotification({ type: 'success', message: text('website-key.copied') });
    } catch {
      setShownKey(key);
      toggleNotification({ type: 'warning', message: text('website-key.not-copied') });
    }
  };

  const mayReveal = !isLoading && Boolean(allowedActions['canReveal']);
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('website-key.about')}</Typography>
      <Field.Root name="website-key">
        <Field.Label>{text('website-key.label')}</Field.Label>
        <TextInput
          readOnly
          value={shownKey ?? mask}
          onFocus={(event: { target: HTMLInputElement }) => event.target.select()}
        />
      </Field.Root>
      {mayReveal ? (
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Button
            variant="tertiary"
            startIcon={shownKey ? <EyeStriked /> : <Eye />}
            onClick={shownKey ? () => setShownKey(null) : show}
          >
            {text(shownKey ? 'website-key.hide' : 'website-key.show')}
          </Button>
          <Button variant="tertiary" startIcon={<Duplicate />} onClick={copy}>
            {text('website-key.copy')}
          </Button>
        </Flex>
      ) : (
        !isLoading && <Typography textColor="neutral600">{text('website-key.no-permission')}</Typography>
      )}
    </Flex>
  );
};
