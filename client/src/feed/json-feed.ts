import type { Channel, ChannelItem } from './channel.js';

const authorOf = ({ name, url }: NonNullable<ChannelItem['author']>) => ({
  name,
  ...(url === null ? {} : { url }),
});

/** JSON Feed 1.1. */
export const jsonFeedOf = ({ title, description, language, address, self, items }: Channel): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: address,
    ...(self === null ? {} : { feed_url: self }),
    ...(language === null ? {} : { language }),
    items: items.map((item) => ({
      id: item.address,
      url: item.address,
      title: item.title,
      summary: item.description,
      // One of the two is required.
      ...(item.html === null ? { content_text: item.description } : { content_html: item.html }),
      date_published: item.published,
      date_modified: item.updated,
      ...(item.author === null ? {} : { authors: [authorOf(item.author)] }),
      tags: item.terms,
      ...(item.image === null ? {} : { image: item.image }),
    })),
  });
