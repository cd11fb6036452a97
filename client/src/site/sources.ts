import type { PostListItem, PseoPageListItem } from '../contract.js';

// What is made for a whole website is made from a client, or from lists that a build has read already.

export interface PostsSource {
  /** Newest first, as the API has them. */
  posts: { list(): Promise<readonly PostListItem[]> };
}

export interface PagesSource {
  pseoPages: { list(): Promise<readonly PseoPageListItem[]> };
}
