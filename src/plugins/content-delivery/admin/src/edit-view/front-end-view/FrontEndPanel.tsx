import { useText } from '../../shared/text';
import { PAGE, POST } from '../../shared/uids';
import { versionOf, type PanelProps } from '../panel';
import { FrontEndStatus } from './FrontEndStatus';

/** Beside the form of a post or pSEO page: what front ends see of it now. */
export const FrontEndPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  // What front ends fetch one by one.
  if (model !== POST && model !== PAGE) return null;
  return {
    title: text('front-end-view.title'),
    content: (
      <FrontEndStatus model={model} documentId={document && documentId} version={versionOf(document)} />
    ),
  };
};
