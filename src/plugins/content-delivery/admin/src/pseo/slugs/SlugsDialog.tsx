import { useState } from 'react';
import { Button, Checkbox, Flex, Loader, Typography } from '@strapi/design-system';
import type {
  NewSlugsJob,
  PageJob,
  SelectedPages,
  SlugsPreview,
  SlugsQuestion,
} from '../../../../contracts/pseo-pages';
import { Notice } from '../../shared/Notice';
import { ModalDialog } from '../../shared/ModalDialog';
import { usePosted } from '../../shared/api/use-posted';
import { useSend } from '../../shared/api/use-send';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { Figures } from '../../shared/Figures';
import { SlugChanges, SlugRefusals } from './SlugTables';

interface Props {
  selected: SelectedPages;
  mayPublish: boolean;
  /** It was sent. @param isStarted false when it was refused, or there was no answer: then it may be under way too */
  onSent(isStarted: boolean): void;
  onClose(): void;
}

/** Previews a slug regeneration of some pages, and starts it. */
export const SlugsDialog = ({ selected, mayPublish, onSent, onClose }: Props) => {
  const text = useText();
  const [publish, setPublish] = useState(false);
  /** How many live pages there are, as of the latest preview that had some: the question stays while one is made. */
  const [live, setLive] = useState(0);
  const question: SlugsQuestion = { ...selected, publish };
  const {
    answer: preview,
    problem,
    reload,
  } = usePosted<SlugsPreview>(`/${PLUGIN_ID}/pseo-page-slugs/preview`, question);
  const { send, isSending, problem: refusal, forget } = useSend();
  if (preview && preview.live > 0 && preview.live !== live) setLive(preview.live);

  const start = async (version: string) => {
    const body: NewSlugsJob = { ...selected, publish, version };
    const job = await send<PageJob>({ method: 'post', path: `/${PLUGIN_ID}/pseo-page-slugs`, body });
    onSent(job !== null);
  };
  const changed = preview?.changed ?? 0;

  return (
    <ModalDialog
      title={text('pseo.slugs.regenerate')}
      gap={5}
      scrolls
      onClose={onClose}
      leave={text('dialog.cancel')}
      actions={
        <Flex gap={3} alignItems="center">
          {preview && changed === 0 && (
            <Typography role="status" textColor="neutral800">
              {text('pseo.slugs.nothing')}
            </Typography>
          )}
          <Button
            variant={publish ? 'danger' : 'default'}
            loading={isSending}
            disabled={preview === null || changed === 0}
            onClick={() => preview && void start(preview.version)}
          >
            {text(publish ? 'pseo.slugs.start-live' : 'pseo.slugs.start', { count: changed })}
          </Button>
        </Flex>
      }
    >
      <Typography>{text('pseo.slugs.about')}</Typography>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {refusal !== null && (
        <Notice
          tone="danger"
          action={
            <Button
              size="S"
              variant="secondary"
              onClick={() => {
                forget();
                reload();
              }}
            >
              {text('pseo.slugs.again')}
            </Button>
          }
        >
          {refusal}
        </Notice>
      )}
      {preview && (
        <Figures
          figures={[
            { name: text('pseo.slugs.changed'), value: preview.changed },
            { name: text('pseo.slugs.unchanged'), value: preview.unchanged },
            { name: text('pseo.slugs.refused'), value: preview.refused, tone: 'danger700' },
            ...(preview.notFound > 0
              ? [{ name: text('pseo.slugs.not-found'), value: preview.notFound }]
              : []),
          ]}
        />
      )}
      {preview && preview.live > 0 && (
        <Notice tone="warning">
          {text(publish ? 'pseo.slugs.live-at-once' : 'pseo.slugs.live', { count: preview.live })}
        </Notice>
      )}
      {mayPublish && live > 0 && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Checkbox
            checked={publish}
            onCheckedChange={(value: boolean | 'indeterminate') => setPublish(value === true)}
          >
            {text('pseo.slugs.publish', { count: live })}
          </Checkbox>
          <Typography variant="pi" textColor="neutral600">
            {[
              text('pseo.slugs.publish-about'),
              ...(preview && preview.liveWithChanges > 0
                ? [text('pseo.slugs.publish-changes', { count: preview.liveWithChanges })]
                : []),
            ].join(' ')}
          </Typography>
        </Flex>
      )}
      {preview && preview.changed > 0 && <SlugChanges changes={preview.examples} count={preview.changed} />}
      {preview && preview.refused > 0 && <SlugRefusals refusals={preview.refusals} count={preview.refused} />}
      {preview === null && problem === null && (
        <Flex justifyContent="center" padding={4}>
          <Loader>{text('pseo.slugs.looking')}</Loader>
        </Flex>
      )}
    </ModalDialog>
  );
};
