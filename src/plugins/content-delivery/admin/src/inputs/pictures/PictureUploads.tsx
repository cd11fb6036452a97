import { Flex } from '@strapi/design-system';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { PictureRow } from './PictureRow';
import type { PictureUploads as Uploads } from './use-picture-uploads';

interface Props {
  pictures: Uploads;
  /** Whether the field for the first one's text takes the focus. */
  takesFocus?: boolean;
}

/** Pictures on their way: how far each is, and the question for its text. */
export const PictureUploads = ({ pictures, takesFocus = false }: Props) => {
  const text = useText();
  const { uploads, isSavingHeld } = pictures;
  if (uploads.length === 0) return null;
  return (
    <Flex
      tag="section"
      aria-label={text('pictures.title')}
      direction="column"
      alignItems="stretch"
      gap={3}
      width="100%"
    >
      {isSavingHeld && <Notice tone="info">{text('pictures.saving-waits')}</Notice>}
      {uploads.map((upload, index) => (
        <PictureRow
          key={upload.id}
          upload={upload}
          takesFocus={takesFocus && index === 0}
          onType={(alt) => pictures.type(upload.id, alt)}
          onDescribe={(alt) => pictures.describe(upload.id, alt)}
          onRetry={() => pictures.retry(upload.id)}
          onRemove={() => pictures.remove(upload.id)}
        />
      ))}
    </Flex>
  );
};
