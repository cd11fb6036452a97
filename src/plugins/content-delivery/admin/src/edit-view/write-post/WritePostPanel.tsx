import { LinkButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { contentManager } from '../../shared/content-manager';
import { useContentPermissions } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { WEBSITE } from '../../shared/uids';
import type { PanelProps } from '../panel';
import { prefilledWebsite } from '../website-of-new-entry/prefilled';

/** Beside the form of a saved website: the way to its next post. */
export const WritePostPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  const { mayWritePost } = useContentPermissions();
  if (model !== WEBSITE || !mayWritePost || !documentId || document === undefined) return null;
  return {
    title: text('websites.posts'),
    content: (
      <LinkButton
        tag={NavLink}
        to={contentManager.newPost}
        state={prefilledWebsite({ documentId, name: document.name ?? '' })}
        startIcon={<Pencil />}
        width="100%"
      >
        {text('websites.write-post')}
      </LinkButton>
    ),
  };
};
