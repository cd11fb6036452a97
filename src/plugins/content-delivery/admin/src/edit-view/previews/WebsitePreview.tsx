import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { ExternalLink, Link as LinkIcon } from '@strapi/icons';
import { useForm, useNotification } from '@strapi/strapi/admin';
import {
  USUAL_PREVIEW_PERIOD,
  type PreviewLinkRequest,
  type PreviewState,
} from '../../../../contracts/previews';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { useSend } from '../../shared/api/use-send';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { BlockedPreview } from './BlockedPreview';
import { PreviewLinkDialog } from './PreviewLinkDialog';
import { useOpenPreview } from './use-open-preview';

interface Props {
  /** Of the routes for the preview links of the entry. */
  path: string;
  state: PreviewState;
  /** A link was made. */
  onMade(): void;
  onChanged(state: PreviewState): void;
}

/** The draft on its website: for oneself, for others, and the end of it. */
export const WebsitePreview = ({ path, state, onMade, onChanged }: Props) => {
  const text = useText();
  const moment = useMoment();
  const { toggleNotification } = useNotification();
  const isModified = useForm('WebsitePreview', (form) => form.modified);
  const request: PreviewLinkRequest = { worksFor: USUAL_PREVIEW_PERIOD };
  const preview = useOpenPreview(path, request);
  const ending = useSend();
  const [dialog, setDialog] = useState<'copy' | 'end' | null>(null);
  const problem = preview.problem ?? ending.problem;

  const open = async () => {
    if (await preview.open()) onMade();
  };
  const endAll = async () => {
    setDialog(null);
    const ended = await ending.send<PreviewState>({ method: 'del', path });
    if (!ended) return;
    toggleNotification({ type: 'success', message: text('preview.ended') });
    onChanged(ended.data);
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Button
        variant="secondary"
        startIcon={<ExternalLink />}
        fullWidth
        loading={preview.isOpening}
        onClick={() => void open()}
      >
        {text('preview.open')}
      </Button>
      <Button variant="tertiary" startIcon={<LinkIcon />} fullWidth onClick={() => setDialog('copy')}>
        {text('preview.copy')}
      </Button>
      <Typography variant="pi" textColor={isModified ? 'neutral800' : 'neutral600'} aria-live="polite">
        {text(isModified ? 'preview.unsaved' : 'preview.about')}
      </Typography>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {preview.blocked !== null && <BlockedPreview address={preview.blocked} />}
      {state.linksWorkUntil !== null && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Typography variant="pi">
            {text('preview.works-until', { until: moment(state.linksWorkUntil) })}
          </Typography>
          <Button
            variant="danger-light"
            fullWidth
            loading={ending.isSending}
            onClick={() => setDialog('end')}
          >
            {text('preview.end-all')}
          </Button>
        </Flex>
      )}
      {dialog === 'copy' && <PreviewLinkDialog path={path} onMade={onMade} onClose={() => setDialog(null)} />}
      {dialog === 'end' && (
        <Confirm
          title={text('preview.end-all')}
          question={text('preview.end-question')}
          confirm={text('preview.end-all')}
          isDangerous
          onConfirm={() => void endAll()}
          onClose={() => setDialog(null)}
        />
      )}
    </Flex>
  );
};
