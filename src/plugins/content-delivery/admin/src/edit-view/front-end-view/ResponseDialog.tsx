import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Code as CodeIcon, Duplicate } from '@strapi/icons';
import { Code } from '../../shared/Code';
import { useCopy } from '../../shared/copy';
import { useText } from '../../shared/text';

/** The entry as the API returns it, for front-end developers. */
export const ResponseDialog = ({ response, isWithheld }: { response: object; isWithheld: boolean }) => {
  const text = useText();
  const copy = useCopy();
  return (
    <Modal.Root>
      <Modal.Trigger>
        <Button variant="tertiary" startIcon={<CodeIcon />} fullWidth>
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
            <Code label={text('front-end-view.json.title')} maxHeight="50vh" wraps>
              {JSON.stringify(response, null, 2)}
            </Code>
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
