import type { PurgeTarget } from '../../../../contracts/purge-targets';
import { MANAGE_PURGE_TARGETS } from '../../shared/permissions';
import { ReceiversPage } from '../receivers/ReceiversPage';
import { TargetCard } from './TargetCard';
import { TargetDialog } from './TargetDialog';

/** The caches in front of a website, and their latest purges. */
export const CachesPage = () => (
  <ReceiversPage<PurgeTarget>
    words="caches"
    kind="purge-targets"
    permissions={MANAGE_PURGE_TARGETS}
    dialog={(dialog) => <TargetDialog {...dialog} />}
    card={(target, routes, onChanged) => <TargetCard routes={routes} target={target} onChanged={onChanged} />}
  />
);
