import { Link } from '@strapi/design-system';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';

/** The way to a preview that the browser did not want to open by itself. */
export const BlockedPreview = ({ address }: { address: string }) => {
  const text = useText();
  return (
    <Notice
      tone="warning"
      action={
        <Link href={address} isExternal>
          {text('preview.open')}
        </Link>
      }
    >
      {text('preview.blocked')}
    </Notice>
  );
};
