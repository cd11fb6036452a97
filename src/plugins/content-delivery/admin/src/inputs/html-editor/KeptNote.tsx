import { Typography } from '@strapi/design-system';
import { useKeptState } from '../../edit-view/unsaved-work/kept-state';
import { useText } from './text';

/** Says that what is typed is kept, though it is not saved. */
export const KeptNote = () => {
  const text = useText();
  const kept = useKeptState();
  return (
    <Typography variant="pi" textColor="neutral600" role="status">
      {kept && text(`kept-note.${kept}`)}
    </Typography>
  );
};
