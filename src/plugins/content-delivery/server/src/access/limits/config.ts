/** How many requests a minute; 0 is no limit. */
export interface LimitsConfig {
  /** With the keys of one website. */
  website: number;
  /** From one address. */
  address: number;
  /** From one address with keys that are not known. */
  wrongKeys: number;
  /** From one address to sign in to the admin panel. */
  signIns: number;
  /** Where instances count together; empty: each counts in its own memory. */
  redisUrl: string;
  /** What keys in Redis begin with. */
  redisPrefix: string;
}
