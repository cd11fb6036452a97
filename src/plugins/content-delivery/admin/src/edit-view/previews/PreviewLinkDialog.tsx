import { useState } from 'react';
import { Button, Field, Radio, TextInput, Typography } from '@strapi/design-system';
import {
  PREVIEW_PERIODS,
  type PreviewLink,
  type PreviewLinkRequest,
  type PreviewPeriod,
} from '../../../../contracts/previews';
import { Notice } from '../../shared/Notice';
import { useSend } from '../../shared/api/use-send';
import { useCopy } from '../../shared/copy';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { ModalDialog } from '../../shared/ModalDialog';

const PERIODS = Object.keys(PREVIEW_PERIODS) as PreviewPeriod[];
/** Time enough to look at it tomorrow. */
const USUAL: PreviewPeriod = 'day';

interface Props {
  path: string;
  onMade(): void;
  onClose(): void;
}

/** Makes a link to the draft for a reader without a login, and copies it. */
export const PreviewLinkDialog = ({ path, onMade, onClose }: Props) => {
  const text = useText();
  const copy = useCopy();
  const moment = useMoment();
  const { send, isSending, problem } = useSend();
  const [period, setPeriod] = useState<PreviewPeriod>(USUAL);
  const [made, setMade] = useState<PreviewLink | null>(null);

  const make = async () => {
    const body: PreviewLinkRequest = { worksFor: period };
    const answer = await send<PreviewLink>({ method: 'post', path, body });
    if (!answer) return;
    setMade(answer.data);
    onMade();
    if (answer.data.url !== null) await copy(answer.data.url, text('preview.copied'));
  };

  return (
    <ModalDialog
      title={text('preview.copy')}
      gap={5}
      onClose={onClose}
      leave={text('dialog.close')}
      actions={
        <Button onClick={() => void make()} loading={isSending}>
          {text('preview.make')}
        </Button>
      }
    >
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Typography>{text('preview.copy-about')}</Typography>
      <Field.Root name="works-for">
        <Field.Label>{text('preview.question')}</Field.Label>
        <Radio.Group
          aria-label={text('preview.question')}
          value={period}
          onValueChange={(value: string) => setPeriod(value as PreviewPeriod)}
        >
          {PERIODS.map((value) => (
            <Radio.Item key={value} value={value}>
              {text(`preview.period.${value}`)}
            </Radio.Item>
          ))}
        </Radio.Group>
      </Field.Root>
      {made?.url && (
        <Field.Root name="preview-link" hint={text('preview.link-until', { until: moment(made.validUntil) })}>
          <Field.Label>{text('preview.link')}</Field.Label>
          <TextInput
            value={made.url}
            readOnly
            onFocus={(event: React.FocusEvent<HTMLInputElement>) => event.target.select()}
          />
          <Field.Hint />
        </Field.Root>
      )}
    </ModalDialog>
  );
};
