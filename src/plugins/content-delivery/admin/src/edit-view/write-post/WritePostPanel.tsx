import { LinkButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { contentManager } from '../../shared/content-manager';
import { useContentPermissions } from '../../shared/permissions';
import { textId } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { WEBSITE } from '../../shared/uids';
import { prefilledWebsite } from '../website-of-new-entry/prefilled';

interface PanelProps {
  model: string;
  documentId?: string;
  document?: { name?: string | null };
}

/** Beside the form of a saved website: the way to its next post. */
export const WritePostPanel = ({ model, documentId, document }: PanelProps) => {
  const { formatMessage } = useIntl();
  const { mayWritePost } = useContentPermissions();
  if (model !== WEBSITE || !mayWritePost || !documentId || document === undefined) return null;
  return {
    title: formatMessage({ id: textId('write-post.title') }),
    content: <WritePost website={{ documentId, name: document.name ?? '' }} />,
  };
};

const WritePost = ({ website }: { website: { documentId: string; name: string } }) => {
  const text = useText();
  return (
    <LinkButton
      tag={NavLink}
      to={contentManager.newPost}
      state={prefilledWebsite(website)}
      startIcon={<Pencil />}
      width="100%"
    >
      {text('websites.write-post')}
    </LinkButton>
  );
};
