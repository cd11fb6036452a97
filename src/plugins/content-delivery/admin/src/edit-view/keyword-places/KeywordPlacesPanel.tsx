import { useIntl } from 'react-intl';
import { textId } from '../../shared/plugin-id';
import { INTERNAL_LINK } from '../../shared/uids';
import { KeywordPlacesList } from './KeywordPlacesList';

interface PanelProps {
  model: string;
  documentId?: string;
}

/** Beside the form of an internal link: where front ends would link its keyword, before it is saved. */
export const KeywordPlacesPanel = ({ model, documentId }: PanelProps) => {
  const { formatMessage } = useIntl();
  if (model !== INTERNAL_LINK) return null;
  return {
    title: formatMessage({ id: textId('keyword-places.title') }),
    content: <KeywordPlacesList documentId={documentId ?? null} />,
  };
};
