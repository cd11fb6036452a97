import { Flex, Loader, Status, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { FrontEndView, Visibility } from '../../../../contracts/editing';
import { useMoment } from '../../shared/moments/use-moments';
import { textId } from '../../shared/plugin-id';
import { Keywords } from './Keywords';
import { ResponseDialog } from './ResponseDialog';
import { useFrontEndView } from './use-front-end-view';

const COLORS: Record<Visibility, 'success' | 'secondary' | 'warning'> = {
  live: 'success',
  withheld: 'warning',
  'hidden-by-front-end': 'warning',
  'not-published': 'secondary',
};

interface Props {
  model: string;
  documentId: string | undefined;
  version: string;
}

export const FrontEndStatus = ({ model, documentId, version }: Props) => {
  const { formatMessage } = useIntl();
  const view = useFrontEndView(model, documentId, version);
  const text = (key: string) => formatMessage({ id: textId(`front-end-view.${key}`) });
  if (!documentId) return <Typography textColor="neutral600">{text('unsaved')}</Typography>;
  if (view === null) return <Loader small>{text('loading')}</Loader>;
  if (view === 'failed') return <Typography textColor="danger700">{text('failed')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <Flex direction="column" alignItems="stretch" gap={2} aria-live="polite">
        <VisibilityStatus view={view} />
        {view.unpublishedChanges && (
          <Typography textColor="neutral800">{text('unpublished-changes')}</Typography>
        )}
      </Flex>
      {view.response && (
        <ResponseDialog response={view.response} isWithheld={view.visibility === 'withheld'} />
      )}
      <Keywords keywords={view.keywords} />
    </Flex>
  );
};

const VisibilityStatus = ({ view: { visibility, waitsUntil } }: { view: FrontEndView }) => {
  const { formatMessage } = useIntl();
  const moment = useMoment();
  const when = waitsUntil ? moment(waitsUntil) : '';
  const text = (key: string) =>
    formatMessage({ id: textId(`front-end-view.${visibility}.${key}`) }, { when });
  return (
    <>
      <Flex>
        <Status variant={COLORS[visibility]} size="S">
          <Typography fontWeight="bold" textColor="neutral800">
            {text('status')}
          </Typography>
        </Status>
      </Flex>
      <Typography>{text('meaning')}</Typography>
    </>
  );
};
