import { useIntl } from 'react-intl';
import { textId } from '../../shared/plugin-id';
import { FrontEndStatus } from './FrontEndStatus';

/** The content types that front ends fetch one by one. */
const VIEWED = ['api::post.post', 'api::pseo-page.pseo-page'];

interface PanelProps {
  model: string;
  documentId?: string;
  document?: { updatedAt?: string; status?: string };
}

/** Beside the form of a post or pSEO page: what front ends see of it now. */
export const FrontEndPanel = ({ model, documentId, document }: PanelProps) => {
  const { formatMessage } = useIntl();
  if (!VIEWED.includes(model)) return null;
  return {
    title: formatMessage({ id: textId('front-end-view.title') }),
    content: (
      <FrontEndStatus
        model={model}
        documentId={document && documentId}
        // Another one after each saving, publishing and unpublishing.
        version={`${document?.updatedAt ?? ''} ${document?.status ?? ''}`}
      />
    ),
  };
};
