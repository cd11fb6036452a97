import { Flex, Loader, Status, Typography } from '@strapi/design-system';
import type { FrontEndView } from '../../../../contracts/editing';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { Keywords } from './Keywords';
import { ResponseDialog } from './ResponseDialog';
import { useFrontEndView } from './use-front-end-view';

const COLORS: Record<FrontEndView['visibility'], 'success' | 'secondary' | 'warning'> = {
  live: 'success',
  withheld: 'warning',
  'hidden-by-front-end': 'warning',
  'not-published': 'secondary',
  'out-of-sight': 'secondary',
};

interface Props {
  model: string;
  documentId: string | undefined;
  version: string;
}

export const FrontEndStatus = ({ model, documentId, version }: Props) => {
  const text = useText();
  const view = useFrontEndView(model, documentId, version);
  if (!documentId) return <Typography textColor="neutral600">{text('front-end-view.unsaved')}</Typography>;
  if (view === null) return <Loader small>{text('front-end-view.loading')}</Loader>;
  if (view === 'failed')
    return <Typography textColor="danger700">{text('front-end-view.failed')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <Flex direction="column" alignItems="stretch" gap={2} aria-live="polite">
        <VisibilityStatus view={view} />
        {view.unpublishedChanges && (
          <Typography textColor="neutral800">{text('front-end-view.unpublished-changes')}</Typography>
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
  const text = useText();
  const moment = useMoment();
  const when = waitsUntil ? moment(waitsUntil) : '';
  return (
    <>
      <Flex>
        <Status variant={COLORS[visibility]} size="S">
          <Typography fontWeight="bold" textColor="neutral800">
            {text(`front-end-view.${visibility}.status`, { when })}
          </Typography>
        </Status>
      </Flex>
      <Typography>{text(`front-end-view.${visibility}.meaning`, { when })}</Typography>
    </>
  );
};
