import { useText } from '../../shared/text';
import { INTERNAL_LINK } from '../../shared/uids';
import type { PanelProps } from '../panel';
import { KeywordPlacesList } from './KeywordPlacesList';

/** Beside the form of an internal link: where front ends would link its keyword, before it is saved. */
export const KeywordPlacesPanel = ({ model, documentId }: PanelProps) => {
  const text = useText();
  if (model !== INTERNAL_LINK) return null;
  return {
    title: text('keyword-places.title'),
    content: <KeywordPlacesList documentId={documentId ?? null} />,
  };
};
