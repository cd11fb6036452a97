import type { InternalLink } from '../../../../contracts/delivery';
import type { InternalLinkEntity } from '../queries/internal-links';

/** Specification 2.3. */
export const toInternalLink = (link: InternalLinkEntity): InternalLink => ({
  keyword: link.keyword,
  url: link.url,
});
