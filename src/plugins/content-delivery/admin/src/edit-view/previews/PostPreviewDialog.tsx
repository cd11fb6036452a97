import { useState } from 'react';
import { Field, Radio, Typography } from '@strapi/design-system';
import { useTheme } from 'styled-components';
import { isDark } from '../../shared/is-dark';
import type { Shade } from '../../shared/preview-document';
import { SandboxedFrame } from '../../shared/SandboxedFrame';
import { ModalDialog } from '../../shared/ModalDialog';
import { useText } from '../../shared/text';
import { postDocument, type PostParts } from './post-document';

const SHADES: readonly Shade[] = ['light', 'dark'];

/** A post as it is in its form, saved or not, without the design of its website. */
export const PostPreviewDialog = ({ parts, onClose }: { parts: PostParts; onClose(): void }) => {
  const text = useText();
  const { colors } = useTheme();
  const [shade, setShade] = useState<Shade>(isDark(colors.neutral0) ? 'dark' : 'light');
  const isEmpty = parts.title === '' && parts.image === null && parts.content === '';
  return (
    <ModalDialog title={text('preview.here.title')} scrolls isWide onClose={onClose}>
      <Typography textColor="neutral600">{text('campaign.preview.about')}</Typography>
      <Field.Root name="preview-shade">
        <Field.Label>{text('preview.here.shade')}</Field.Label>
        <Radio.Group
          aria-label={text('preview.here.shade')}
          value={shade}
          onValueChange={(value: string) => setShade(value as Shade)}
        >
          {SHADES.map((one) => (
            <Radio.Item key={one} value={one}>
              {text(`preview.here.shade.${one}`)}
            </Radio.Item>
          ))}
        </Radio.Group>
      </Field.Root>
      {isEmpty ? (
        <Typography>{text('preview.here.empty')}</Typography>
      ) : (
        <SandboxedFrame title={text('preview.here.frame')} document={postDocument(parts, shade)} />
      )}
      <Typography variant="pi" textColor="neutral600">
        {text('campaign.preview.frame-about')}
      </Typography>
    </ModalDialog>
  );
};
