import { READ_ENTRIES } from '../../access/permissions';
import { UIDS } from '../../platform/uids';

/** What the forms of campaigns and pages ask. The controller looks at the single campaign, too. */
export const campaignRoutes = () => [
  {
    method: 'POST',
    path: '/campaigns/preview',
    handler: 'campaigns.preview',
    config: {
      policies: [
        'admin::isAuthenticatedAdmin',
        { name: 'admin::hasPermissions', config: { actions: [[READ_ENTRIES, UIDS.pseoCampaign]] } },
      ],
    },
  },
];
