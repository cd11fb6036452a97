import type { Website } from '../../../../contracts/delivery';
import type { WebsiteDetails } from '../queries/websites';
import { absolute } from './addresses';

/** Empty texts are as good as none. */
export const toWebsite = (website: WebsiteDetails, publicUrl: string): Website => ({
  name: website.name,
  url: website.url || null,
  language: website.language || null,
  description: website.description || null,
  image: website.image ? absolute(website.image, publicUrl) : null,
});
