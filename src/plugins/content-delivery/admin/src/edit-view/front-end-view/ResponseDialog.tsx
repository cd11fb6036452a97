import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Code, Duplicate } from '@strapi/icons';
import { useCopy } from '../../shared/copy';
import { useText } from '../../shared/text';

/** The entry as the API returns it, for front-end developers. */
export const ResponseDialog = ({ response, isWithheld }: { response: object; isWithheld: boolean }) => {
  const text = useText();
  const copy = useCopy();
  return (
    <Modal.Root>
      <Modal.Trigger>
        <Button variant="tertiary" startIcon={<Code />} fullWidth>
          {text('front-end-view.json.show')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={text('dialog.close')}>
          <Modal.Title>{text('front-end-view.json.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography textColor="neutral600">
              {text(isWithheld ? 'front-end-view.json.about-withheld' : 'front-end-view.json.about')}
            </Typography>
            <Box
              tag="pre"
              tabIndex={0}
              role="region"
              aria-label={text('front-end-view.json.title')}
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
            <Button variant="tertiary">{text('dialog.close')}</Button>
          </Modal.Close>
          <Button
            variant="secondary"
            startIcon={<Duplicate />}
            onClick={() => void copy(JSON.stringify(response), text('front-end-view.json.copied'))}
          >
            {text('front-end-view.json.copy')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
