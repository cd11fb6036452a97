/** To read the API key of a website in the clear. Its own permission in the roles screen. */
export const REVEAL_API_KEY = 'plugin::content-delivery.api-key.reveal';

/** To see the figures of the cache. */
export const READ_CACHE_FIGURES = 'plugin::content-delivery.cache.read';
