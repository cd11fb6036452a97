/** What happened to an entry, or to all of one kind. */
export interface WebhookEntry {
  /** `post`, `pseo-page`, `campaign`, `taxonomies`, `internal-links`, `authors`, `redirects` or `website`; more may come. */
  type: string;
  action: 'published' | 'updated' | 'removed';
  /** Null where no single entry is meant. */
  id: string | null;
  slug: string | null;
  /** The slug before, where it has changed. */
  previousSlug: string | null;
}

/** What the server tells a webhook. */
export interface WebhookEvent {
  /** `post.published`, `taxonomies.updated`, `resync`, `test` …; more may come. */
  type: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  websiteId: string;
  data: {
    /** Lower than that of an event that came before: this one is late. */
    revision: number;
    entries: WebhookEntry[];
  };
}
