import type { PanelProps } from '../../edit-view/panel';
import { useText } from '../../shared/text';
import { CAMPAIGN, PAGE } from '../../shared/uids';
import { PagePreview } from './PagePreview';
import { TemplatesState } from './TemplatesState';

/** Beside the form of a campaign or a page: variables, mistakes, and the way to a preview. */
export const CampaignPanel = ({ model, documentId }: PanelProps) => {
  const text = useText();
  if (model === CAMPAIGN) {
    return {
      title: text('pseo.templates'),
      content: <TemplatesState campaign={documentId ?? null} />,
    };
  }
  if (model === PAGE) {
    return { title: text('campaign.panel.page-title'), content: <PagePreview page={documentId ?? null} /> };
  }
  return null;
};
