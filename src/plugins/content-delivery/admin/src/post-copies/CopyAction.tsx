import { Duplicate } from '@strapi/icons';
import { useContentPermissions } from '../shared/permissions';
import { useText } from '../shared/text';
import { POST } from '../shared/uids';
import { CopyDialog } from './CopyDialog';

interface ActionProps {
  model: string;
  documentId?: string;
  /** Absent where an entry is created or duplicated. */
  document?: object;
}

/** In the menus of a post, in its form and in the list: a copy of it on another website. */
export const CopyAction = ({ model, documentId, document }: ActionProps) => {
  const text = useText();
  const { mayWritePost } = useContentPermissions();
  if (model !== POST || !documentId || !document || !mayWritePost) return null;
  return {
    label: text('post-copy.action'),
    icon: <Duplicate />,
    position: ['header' as const, 'table-row' as const],
    dialog: {
      type: 'modal' as const,
      title: text('post-copy.action'),
      content: <CopyDialog documentId={documentId} />,
    },
  };
};
