import { forReadersOf } from '../../access/reader-routes';
import { UIDS } from '../../platform/uids';

/** What the forms of campaigns and pages ask. The controller looks at the single campaign, too. */
export const campaignRoutes = () => [
  forReadersOf([UIDS.pseoCampaign], '/campaigns/preview', 'campaigns.preview', 'POST'),
];
