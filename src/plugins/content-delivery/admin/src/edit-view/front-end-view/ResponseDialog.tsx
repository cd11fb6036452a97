import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Code, Duplicate } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { textId } from '../../shared/plugin-id';

/** The entry as the API returns it, for front-end developers. */
export const ResponseDialog = ({ response, isWithheld }: { response: object; isWithheld: boolean }) => {
  const { formatMessage } = useIntl();
  const { toggleNotification } = useNotification();
  const text = (key: string) => formatMessage({ id: textId(`front-end-view.${key}`) });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(response));
      toggleNotification({ type: 'success', message: text('json.copied') });
    } catch {
      toggleNotification({ type: 'warning', message: text('json.not-copied') });
    }
  };
  return (
    <Modal.Root>
      <Modal.Trigger>
        <Button variant="tertiary" startIcon={<Code />} fullWidth>
          {text('json.show')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={text('json.close')}>
          <Modal.Title>{text('json.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography textColor="neutral600">
              {text(isWithheld ? 'json.about-withheld' : 'json.about')}
            </Typography>
            <Box
              tag="pre"
              tabIndex={0}
              role="region"
              aria-label={text('json.title')}
              background="neutral100"
              hasRadius
              padding={4}
              maxHeight="50vh"
              overflow="auto"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'monospace' }}
            >
              <Typography tag="code" style={{ fontFamily: 'inherit' }}>
                {JSON.stringify(response, null, 2)}
              </Typography>
            </Box>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('json.close')}</Button>
          </Modal.Close>
          <Button variant="secondary" startIcon={<Duplicate />} onClick={copy}>
            {text('json.copy')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
