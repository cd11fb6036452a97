import type { CampaignPreview, PreviewRequest } from '../../../../contracts/campaigns';
import { usePosted } from '../../shared/api/use-posted';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** Milliseconds without typing after which the server is asked. */
const PAUSE = 400;

/**
 * What the server makes of templates, asked when nothing was changed for a moment.
 * @param request null asks nothing
 */
export const usePreview = (request: PreviewRequest | null) => {
  const { latest, latestProblem } = usePosted<CampaignPreview>(
    `/${PLUGIN_ID}/campaigns/preview`,
    request,
    PAUSE,
  );
  return { preview: latest, problem: latestProblem };
};
