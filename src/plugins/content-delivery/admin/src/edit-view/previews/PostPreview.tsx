import { useState } from 'react';
import { Button } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { serverOfPanel } from '../../shared/server-of-panel';
import { useText } from '../../shared/text';
import { postPartsIn } from './post-document';
import { PostPreviewDialog } from './PostPreviewDialog';

/** The way to a preview of what the form of a post holds. */
export const PostPreview = () => {
  const text = useText();
  const values = useForm('PostPreview', (form) => form.values) as Record<string, unknown>;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="tertiary" startIcon={<Eye />} fullWidth onClick={() => setOpen(true)}>
        {text('preview.here.open')}
      </Button>
      {isOpen && (
        <PostPreviewDialog parts={postPartsIn(values, serverOfPanel())} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
