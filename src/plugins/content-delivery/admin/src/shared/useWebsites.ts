import type { WebsitesAnswer } from '../../../contracts/websites';
import { useAnswer } from './api/use-answer';
import { useReloadOnFocus } from './api/use-reload-on-focus';
import { PLUGIN_ID } from './plugin-id';

/** By the server's clock, which this one may differ from. */
const untilAKeyEnds = ({ data, meta }: WebsitesAnswer): number | null => {
  const ends = data.flatMap(({ keys }) => (keys?.old ? [Date.parse(keys.old.validUntil)] : []));
  return ends.length === 0 ? null : Math.max(Math.min(...ends) - Date.parse(meta.now), 0);
};

/**
 * The websites that the user may see. They are loaded again when the user comes back to the page, and when an old
 * key ends.
 */
export const useWebsites = () => {
  const { answer, problem, reload } = useAnswer<WebsitesAnswer>(`/${PLUGIN_ID}/websites`, untilAKeyEnds);
  useReloadOnFocus(reload);
  // What was read before is still worth more than an error page.
  return { answer, hasFailed: problem !== null && answer === null, reload };
};
